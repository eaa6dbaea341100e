/** Named token buckets in memory, which limit how often one process accepts something. */

export interface BucketRate {
  readonly perMinute: number;
  /** Number of tokens in a full bucket. */
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Maximum number of buckets kept. Beyond it, the least recently used bucket is dropped; if it is used again, it starts
 * full.
 */
const keptAtMost = 20_000;

export class TokenBuckets {
  readonly #rate: BucketRate;
  /** Buckets in the order in which they were last used. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  /** Takes a token; false if none is left. */
  take(name: string): boolean {
    const bucket = this.#filled(name);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Whether this many tokens are available, without taking them. */
  has(name: string, tokens = 1): boolean {
    const available = this.#buckets.has(name) ? this.#filled(name).tokens : this.#rate.burst;
    return available >= tokens;
  }

  #filled(name: string): Bucket {
    const nowMs = performance.now();
    const { perMinute, burst } = this.#rate;
    const bucket = this.#buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 60_000) * perMinute);
    bucket.atMs = nowMs;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);

    if (this.#buckets.size > keptAtMost) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }

    return bucket;
  }
}
