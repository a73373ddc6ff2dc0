"""`python -m tta`."""

from tta.cli import main

if __name__ == "__main__":
    main()
