"""The games of a server, with their directory, their members and how they are set up."""
