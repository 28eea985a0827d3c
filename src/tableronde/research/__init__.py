"""The games as research environments, in the forms everybody uses: pip install 'tableronde[research]'."""
