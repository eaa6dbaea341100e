/** Compact vectors: a byte per dimension to compare vectors, and a bit per dimension to find those worth comparing. */

/** A signed byte per dimension, scaled so that the largest is 127. */
export function quantised(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return Int8Array.from(vector, (value) =>
    largest === 0 ? 0 : Math.round((value / largest) * 127),
  );
}

/** Cosine of the angle between the vectors, -1 to 1; 0 if their lengths differ. */
export function likeness(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length) return 0;

  let dot = 0;
  let ofA = 0;
  let ofB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] as number;
    const y = b[index] as number;
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }

  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}

/** Maximum bits of a signature; only the first dimensions of longer vectors are used. */
const mostBits = 1024;

export const signatureWords = (dimensions: number): number =>
  Math.ceil(Math.min(dimensions, mostBits) / 32);

/** The signs of the dimensions, one bit each. */
export function signatureOf(vector: Int8Array): Int32Array {
  const words = new Int32Array(signatureWords(vector.length));
  const bits = Math.min(vector.length, mostBits);
  for (let index = 0; index < bits; index += 1)
    if ((vector[index] as number) > 0)
      words[index >> 5] = (words[index >> 5] as number) | (1 << (index & 31));
  return words;
}

/** Number of bits in which `words` from `offset` on differ from the signature. */
export function bitsApart(signature: Int32Array, words: Int32Array, offset: number): number {
  let apart = 0;
  for (let n = 0; n < signature.length; n += 1) {
    let bits = (signature[n] as number) ^ (words[offset + n] as number);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    apart += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }

  return apart;
}
