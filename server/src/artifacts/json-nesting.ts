/** Finds JSON that is nested more deeply than any data of the service before it is parsed. */

const quote = 0x22;
const backslash = 0x5c;
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/** More than any artifact or result has. */
export const deepestData = 64;

/**
 * Whether JSON in UTF-8 has more than `deepest` lists and objects within each other. One look at each byte; parsing
 * megabytes of nested brackets takes a hundred times as long. Of what is no JSON the answer means nothing.
 */
export function isNestedDeeper(bytes: Uint8Array, deepest: number): boolean {
  let depth = 0;
  let isInText = false;

  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (isInText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (opens.has(byte)) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (closes.has(byte)) depth -= 1;
  }

  return false;
}
