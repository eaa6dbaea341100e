/** Texts of videos, platforms and models, made fit for columns: PostgreSQL takes neither NUL nor lone surrogates. */

/** For a column of text. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

/** JSON for a column of JSON. */
export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? cleanText(part) : part));
