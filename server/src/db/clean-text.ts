/** Values with texts of strangers, made fit for columns: PostgreSQL takes neither NUL nor lone surrogates. */
import { storableText } from '@reelsight/contract/clean-text';

/** JSON for a column of JSON. */
export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));
