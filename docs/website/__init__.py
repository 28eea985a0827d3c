"""The documentation site: pages, API reference and pictures from the sources, built by Sphinx."""
