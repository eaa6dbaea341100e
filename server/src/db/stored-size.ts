/** How large stored JSON is. */

/** JSON of results mostly has six to eight times as many characters as it takes bytes when it is stored, compressed. */
const charactersPerByte = 8;

/**
 * SQL for the bytes of a column of JSON as it is stored. If a second column says that it has more characters than these
 * bytes mostly hold, the bytes for so many: what repeats itself is compressed fiftyfold, and takes as long to read as
 * anything of its length. Nothing is decompressed for this.
 */
export const storedSize = (column: string, characters: string): string =>
  `greatest(pg_column_size(${column}), ${characters} / ${charactersPerByte})`;
