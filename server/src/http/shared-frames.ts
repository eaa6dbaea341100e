/** The pictures that links show, kept for a short while: a page asks for them by the dozen. */

/** Names of pictures, `job_…/….jpg`. */
export type FrameNames = ReadonlySet<string>;

interface Kept {
  readonly atMs: number;
  readonly names: Promise<FrameNames>;
}

const keptAtMost = 200;
/** How long they are kept: a correction may remove some. */
const keptMs = 60_000;

export class SharedFrames {
  readonly #kept = new Map<string, Kept>();

  /** Of the link with this id. */
  async of(shareId: string, read: () => Promise<FrameNames>): Promise<FrameNames> {
    for (;;) {
      const known = this.#kept.get(shareId);
      if (!known || performance.now() - known.atMs > keptMs) break;
      // The reader that began may have left; then it is read again.
      const names = await known.names.catch(() => undefined);
      if (names) return names;
    }
    return this.#keep(shareId, read());
  }

  #keep(shareId: string, names: Promise<FrameNames>): Promise<FrameNames> {
    const kept = { atMs: performance.now(), names };
    this.#kept.delete(shareId);
    this.#kept.set(shareId, kept);
    names.catch(() => {
      if (this.#kept.get(shareId) === kept) this.#kept.delete(shareId);
    });
    for (const oldest of this.#kept.keys())
      if (this.#kept.size > keptAtMost) this.#kept.delete(oldest);
    return names;
  }
}

const framePath = /"\/v1\/frames\/([^"?]+)"/g;

/** All that an answer refers to. */
export const framesIn = (shown: unknown): FrameNames =>
  new Set([...JSON.stringify(shown).matchAll(framePath)].map(([, name]) => name as string));
