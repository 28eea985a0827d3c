"""What people see of a table while they look at it: sockets, messages, pictures and their differences."""
