"""The room's web side: addresses, pages, and access control."""
