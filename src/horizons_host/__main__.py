"""`python -m horizons_host`: the same as `horizons`."""

from horizons_host.start import main

if __name__ == "__main__":
    main()
