"""A kit's components on sheets of paper."""
