/**
 * How long the texts are that this thread parses, writes as JSON and encodes while work is done. Unlike times, this does
 * not depend on the machine; the work of other threads is not counted.
 */
export interface LongestTexts {
  /** Characters of the longest text that was parsed. */
  readonly parsed: number;
  /** Characters of the longest text that was written as JSON. */
  readonly written: number;
  /** Characters of the longest text that was turned into a buffer. */
  readonly encoded: number;
}

export async function longestTexts(work: () => Promise<unknown>): Promise<LongestTexts> {
  const { parse, stringify } = JSON;
  const { from } = Buffer;
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
  Object.assign(Buffer, { from: watchedFrom });
  Object.assign(JSON, { parse: watchedParse, stringify: watchedStringify });

  try {
    await work();
  } finally {
    Object.assign(Buffer, { from });
    Object.assign(JSON, { parse, stringify });
  }

  return { parsed, written, encoded };
}
