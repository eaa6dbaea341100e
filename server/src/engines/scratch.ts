/**
 * Reuses the memory of a network's input or output: allocating megabytes for every run keeps the garbage collector
 * busy.
 */
export class Scratch {
  #spare = new Float32Array(0);

  /** Runs `work` on an array of `length` values with arbitrary old contents. `work` must not keep the array. */
  async use<T>(length: number, work: (values: Float32Array) => Promise<T>): Promise<T> {
    const values = this.#spare.length >= length ? this.#spare : new Float32Array(length);
    // Takes the spare array away, so that a concurrent caller gets its own.
    this.#spare = new Float32Array(0);

    try {
      return await work(values.subarray(0, length));
    } finally {
      if (values.length > this.#spare.length) this.#spare = values;
    }
  }
}
