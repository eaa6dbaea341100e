/** Reads bytes of a file from an offset on; fewer than `length` at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;
