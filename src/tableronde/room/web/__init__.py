"""The room's web side: addresses, pages, and who may ask for them."""
