"""Starting games for authors: `tableronde new` copies one of them under a new name."""
