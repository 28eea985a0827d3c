"""`python -m prose`: print what is wrong with what the project writes, and end with 1 if anything is."""

import sys

from prose.check import bad_phrases, long_lines, misspelt

if __name__ == "__main__":
    faults = [*long_lines(), *bad_phrases(), *misspelt()]
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(bool(faults))
