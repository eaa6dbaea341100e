/** Reuses the memory of a network's input or output: allocating megabytes for every look keeps the collector busy. */
export class Scratch {
  #spare = new Float32Array(0);

  /** Runs `work` on `length` values with arbitrary old contents; they must not be kept. */
  async use<T>(length: number, work: (values: Float32Array) => Promise<T>): Promise<T> {
    const values = this.#spare.length >= length ? this.#spare : new Float32Array(length);
    // A concurrent caller gets its own array.
    this.#spare = new Float32Array(0);

    try {
      return await work(values.subarray(0, length));
    } finally {
      if (values.length > this.#spare.length) this.#spare = values;
    }
  }
}
