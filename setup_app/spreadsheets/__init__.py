"""The one reader of tables from outside: CSV text and .xlsx files.

Entries, kits, pairings and armies are read by it. `texts.text_in` turns the bytes of a file into
text, an .xlsx file into the CSV of its first sheet; `rows.read_rows` turns text into rows with
their lines; `parsers.TEXT_OR_SHEET` does the first for a request.

A file may be an attack. It is read as a stream, within a budget (`budget`) that counts what is read
rather than what the file states, and by few threads at a time (`turns`).
"""
