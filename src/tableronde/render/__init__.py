"""Draw scenes as SVG, PNG and terminal text, and lay out their areas."""
