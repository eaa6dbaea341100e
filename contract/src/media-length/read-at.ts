/** Reads bytes of a file at an offset; fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;
