"""The course as data: its folders, its parts merged into a file, its progress."""
