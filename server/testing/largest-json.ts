/**
 * How large the JSON is that this thread parses and writes while work is done. Unlike times, this does not depend on the
 * machine; whatever threads parse is not counted.
 */
export interface LargestJson {
  /** Characters of the longest text that was parsed. */
  readonly parsed: number;
  /** Characters of the longest text that was written. */
  readonly written: number;
}

export async function largestJson(work: () => Promise<unknown>): Promise<LargestJson> {
  const { parse, stringify } = JSON;
  let parsed = 0;
  let written = 0;

  const watchedParse: typeof parse = (text, ...options) => {
    parsed = Math.max(parsed, text.length);
    return parse(text, ...options);
  };
  const watchedStringify = (...value: Parameters<typeof stringify>): string => {
    const text = stringify(...value);
    written = Math.max(written, text?.length ?? 0);
    return text;
  };
  Object.assign(JSON, { parse: watchedParse, stringify: watchedStringify });

  try {
    await work();
  } finally {
    Object.assign(JSON, { parse, stringify });
  }

  return { parsed, written };
}
