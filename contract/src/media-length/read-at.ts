/** Bytes of a file at a place; fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;
