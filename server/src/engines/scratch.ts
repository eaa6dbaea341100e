/** Memory of a network's input or output that is used again: arrays of megabytes for every look keep the collector busy. */
export class Scratch {
  #spare = new Float32Array(0);

  /** Runs `work` on `length` values of whatever was there before; they must not be kept. */
  async use<T>(length: number, work: (values: Float32Array) => Promise<T>): Promise<T> {
    const values = this.#spare.length >= length ? this.#spare : new Float32Array(length);
    // Whoever comes meanwhile gets an array of its own.
    this.#spare = new Float32Array(0);

    try {
      return await work(values.subarray(0, length));
    } finally {
      if (values.length > this.#spare.length) this.#spare = values;
    }
  }
}
