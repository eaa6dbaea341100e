/**
 * Reads large JSON from the database as bytes, in pieces, for callers that only pass it on: decoding and encoding tens of
 * megabytes at once would block this process.
 */
import type { Database } from './database.ts';

/** How many bytes PostgreSQL sends in one row. */
const pieceBytes = 262_144;

export interface JsonStatement {
  /** SQL of common tables that `text` uses, each followed by a comma; empty if there are none. */
  readonly tables?: string;
  /** SQL that selects the JSON of at most one row as the column `base`. */
  readonly text: string;
  readonly params: readonly unknown[];
  /** Name of the prepared statement. */
  readonly name: string;
}

/** Finds JSON in UTF-8, in pieces that follow one another; undefined if there is no row. */
export async function findJsonPieces(
  db: Pick<Database, 'kind' | 'query'>,
  { tables = '', text, params, name }: JsonStatement,
): Promise<readonly Buffer[] | undefined> {
  const whole = `with ${tables} whole as materialized (${text})`;

  if (db.kind === 'pglite') {
    // The embedded database makes all rows at once in this process, and bytes would take it longer than text.
    const [row] = await db.query<{ base: string }>(`${whole} select base from whole`, params, name);
    return row && [Buffer.from(row.base)];
  }

  const rows = await db.query<{ place: number; piece: Buffer }>(
    `${whole}, encoded as materialized (select convert_to(base, 'UTF8') as bytes from whole)
     select place, substring(bytes from place for ${pieceBytes}) as piece
     from encoded, generate_series(1, octet_length(bytes), ${pieceBytes}) as place`,
    params,
    name,
  );
  const pieces = rows.toSorted((a, b) => a.place - b.place).map(({ piece }) => piece);

  return pieces.length === 0 ? undefined : pieces;
}
