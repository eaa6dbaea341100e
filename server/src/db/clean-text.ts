/** Makes values with text from outside safe for columns: PostgreSQL accepts neither NUL nor lone surrogates. */
import { storableText } from '@reelsight/contract/clean-text';

/** Makes every string within an object or a list safe, in the object itself: results are too large to have them twice. */
export function cleanInPlace(value: object): void {
  const fields = value as Record<string | number, unknown>;
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const part = fields[name];
    if (typeof part === 'string') fields[name] = storableText(part);
    else if (typeof part === 'object' && part !== null) cleanInPlace(part);
  }
}

/** Returns the value as JSON for a JSON column, with every string made safe. */
export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));
