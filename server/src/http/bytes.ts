/** The bytes of an answer in pieces that follow one another. They are never joined, because that copies all of them. */
export type Bytes = readonly Buffer[];

export const isBytes = (body: unknown): body is Bytes => Array.isArray(body);

export const lengthOf = (bytes: Bytes): number =>
  bytes.reduce((sum, { length }) => sum + length, 0);
