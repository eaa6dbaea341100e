/** Cursors for keyset pagination: each encodes where the last page ended, in a form that is opaque to the client. */
import { Fault } from '@reelsight/contract';
import { z } from 'zod';
import type { IdPrefix } from '../db/id.ts';

export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export function encodeCursor(position: Position): string {
  return Buffer.from(`${position.createdAt.getTime()}.${position.id}`).toString('base64url');
}

/**
 * Decodes a cursor of a list with ids of this prefix. Throws Fault VALIDATION_FAILED for a cursor that the service did
 * not issue.
 */
export function decodeCursor(cursor: string, prefix: IdPrefix): Position {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const match = /^(\d{1,14})\.([a-z]+)(_[0-9a-z]{1,60})$/.exec(text);
  const createdAt = new Date(Number(match?.[1]));
  const id = match?.[2] === prefix ? `${prefix}${match[3]}` : undefined;
  if (!id || encodeCursor({ createdAt, id }) !== cursor)
    throw invalidCursor('cursor: is not a cursor of this list.');

  return { createdAt, id };
}

const invalidCursor = (text: string): Fault => new Fault('VALIDATION_FAILED', 'cursor', { text });

/** Encodes a place in a list whose entries are numbered; `listId` identifies the list. */
export const encodeNumberCursor = (number: number, listId: string): string =>
  Buffer.from(`${number}.${listId}`).toString('base64url');

/** Throws Fault VALIDATION_FAILED for a cursor that the service did not issue for this list. */
export function decodeNumberCursor(cursor: string, listId: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const number = Number(/^\d{1,15}(?=\.)/.exec(text)?.[0]);
  if (encodeNumberCursor(number, listId) !== cursor)
    throw invalidCursor('cursor: is not a cursor of this list.');

  return number;
}

/** Encodes a place among the hits of a search. `mark` identifies the search. */
export function encodeHitCursor(place: readonly (number | string)[], mark: string): string {
  return Buffer.from(JSON.stringify([...place, mark])).toString('base64url');
}

/**
 * Decodes a cursor among the hits of the search with this mark. Throws Fault VALIDATION_FAILED for a cursor that the
 * service did not issue, and for one of another search; `repeated` says in the text what must be the same.
 */
export function decodeHitCursor<Place>(
  cursor: string,
  schema: z.ZodType<Place>,
  { mark, repeated }: { mark: string; repeated: string },
): Place {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const parts = partsOf(text);
  const of = parts.pop();
  const place = schema.safeParse(parts);
  if (!place.success || Buffer.from(text).toString('base64url') !== cursor)
    throw invalidCursor('cursor: is not a cursor of this list.');
  if (of !== mark)
    throw invalidCursor(
      `cursor: belongs to another search. Repeat ${repeated} of the page that gave it, or leave the cursor out.`,
    );

  return place.data;
}

function partsOf(text: string): unknown[] {
  try {
    return z.array(z.unknown()).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Removes the extra row, which was read only to find out whether there is another page. */
export function page<Row extends { readonly created_at: Date; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: readonly Row[]; pagination: { has_more: boolean; next_cursor: string | null } } {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const hasMore = rows.length > limit && last !== undefined;

  return {
    rows: pageRows,
    pagination: {
      has_more: hasMore,
      next_cursor: hasMore ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
    },
  };
}
