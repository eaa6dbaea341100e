/**
 * How long the texts are that this thread parses, writes as JSON and encodes while work is done. Unlike times, this does
 * not depend on the machine; the work of other threads is not counted.
 */
import pg from 'pg';

export interface LongestTexts {
  /** Characters of the longest text that was parsed. */
  readonly parsed: number;
  /** Characters of the longest text that was written as JSON. */
  readonly written: number;
  /** Characters of the longest text that was turned into a buffer. */
  readonly encoded: number;
}

/** PostgreSQL's types of JSON: `json` and `jsonb`. */
const jsonTypes = [114, 3802];

export async function longestTexts(work: () => Promise<unknown>): Promise<LongestTexts> {
  const { parse, stringify } = JSON;
  const { from } = Buffer;
  const jsonParsers = jsonTypes.map((oid) => pg.types.getTypeParser(oid));
  let parsed = 0;
  let written = 0;
  let encoded = 0;

  const watchedParse: typeof parse = (text, ...options) => {
    parsed = Math.max(parsed, text.length);
    return parse(text, ...options);
  };
  const watchedStringify = (...value: Parameters<typeof stringify>): string => {
    const text = stringify(...value);
    written = Math.max(written, text?.length ?? 0);
    return text;
  };
  const watchedFrom = (...value: Parameters<typeof from>): Buffer => {
    const [text] = value as readonly unknown[];
    if (typeof text === 'string') encoded = Math.max(encoded, text.length);
    return from(...value);
  };
  // The driver of PostgreSQL has taken `JSON.parse` before it is replaced here.
  for (const oid of jsonTypes) pg.types.setTypeParser(oid, (text: string) => watchedParse(text));
  Object.assign(Buffer, { from: watchedFrom });
  Object.assign(JSON, { parse: watchedParse, stringify: watchedStringify });

  try {
    await work();
  } finally {
    for (const [index, oid] of jsonTypes.entries())
      pg.types.setTypeParser(oid, jsonParsers[index] as (text: string) => unknown);
    Object.assign(Buffer, { from });
    Object.assign(JSON, { parse, stringify });
  }

  return { parsed, written, encoded };
}
