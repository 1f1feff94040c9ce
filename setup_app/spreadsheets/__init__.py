"""The one reader of tables from outside: CSV text and .xlsx files.

Entries, kits, pairings and armies are read by it. `texts.read_file` turns the bytes of a file into
text, an .xlsx file into the CSV of its first visible sheet; `rows.read_rows` turns text into rows
with their lines; `tables.read_table` finds the columns that an importer knows and names the others;
`parsers.TEXT_OR_SHEET` reads the file of a request.

A file may be an attack. It is read as a stream, within a budget (`budget`) that counts what is read
rather than what the file states, and by few threads at a time (`turns`).
"""
