/** Makes values with text from outside safe for columns: PostgreSQL accepts neither NUL nor lone surrogates. */
import { storableText } from '@reelsight/contract/clean-text';

/** Returns the value as JSON for a JSON column, with every string made safe. */
export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));
