"""Research environments in the common forms (PettingZoo, Gymnasium, OpenSpiel): pip install 'tableronde[research]'."""
