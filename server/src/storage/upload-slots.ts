/** Tracks the uploads in progress, and decides who may begin another. */
import { Fault } from '@reelsight/contract';
import type { LeastRate } from './least-rate.ts';
import type { StorageKey } from './storage-key.ts';

// A client that lost its connection may reconnect before the server notices that the old connection is dead, so each
// key may have two writers.
const writersPerKey = 2;

const looksPerSpan = 5;

/** An upload in progress, which holds a slot until it is disposed. */
export class Upload implements Disposable {
  readonly key: StorageKey;
  /** The owner whose workspace uploads, or the workspace if it has no owner. */
  readonly group: string;
  readonly #displaced = new AbortController();
  readonly #end: (upload: Upload) => void;
  readonly #timer: NodeJS.Timeout;
  /** Total bytes that had arrived at each of the last few checks. */
  readonly #totals: number[] = [];
  #bytes = 0;
  #awaitsClient = true;

  constructor(
    target: { readonly key: StorageKey; readonly group: string },
    overMs: number,
    end: (upload: Upload) => void,
  ) {
    this.key = target.key;
    this.group = target.group;
    this.#end = end;
    this.#timer = setInterval(() => this.#look(), overMs / looksPerSpan).unref();
  }

  /** Aborts with the Fault to answer when the upload has lost its slot to another group. */
  get displaced(): AbortSignal {
    return this.#displaced.signal;
  }

  /** Bytes that arrived over the last period; null as long as the upload has not been measured for one. */
  get recentBytes(): number | null {
    const [oldest] = this.#totals;
    if (oldest === undefined || this.#totals.length <= looksPerSpan) return null;
    return (this.#totals.at(-1) ?? 0) - oldest;
  }

  /** Passes the chunks on, and measures how fast the client sends them. */
  async *measured(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      this.#awaitsClient = false;
      yield chunk;
      this.#awaitsClient = true;
    }
    this.#awaitsClient = false;
  }

  displace(): void {
    const fault = new Fault('SERVICE_UNAVAILABLE', 'a slow upload made room for another', {
      text: 'Too many files are being uploaded at the moment, and this upload was slow. Send the file again later.',
    });
    this[Symbol.dispose]();
    this.#displaced.abort(fault);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#end(this);
  }

  #look(): void {
    // The client is not slow if it waits for the disk.
    if (!this.#awaitsClient) this.#totals.length = 0;
    this.#totals.push(this.#bytes);
    if (this.#totals.length > looksPerSpan + 1) this.#totals.shift();
  }
}

/**
 * Limits the number of uploads in progress. All workspaces of an owner are one group, because one person may have many.
 * A quarter of the slots is reserved for groups that have no upload in progress. The rest is shared equally by the
 * groups that upload. A group that has reached its share may take another slot only if a further quarter stays free for
 * the others. A group for which no slot is left displaces a slow upload of one that has more.
 */
export class UploadSlots {
  readonly #slots: number;
  readonly #busyRate: LeastRate;
  readonly #uploads = new Set<Upload>();

  /** `busyRate`: rate below which an upload may be displaced. */
  constructor(slots: number, busyRate: LeastRate) {
    this.#slots = slots;
    this.#busyRate = busyRate;
  }

  /** Takes a slot until the returned upload is disposed. Throws Fault UPLOAD_EXISTS or SERVICE_UNAVAILABLE. */
  enter(key: StorageKey, group: string): Upload {
    const uploads = [...this.#uploads];
    if (uploads.filter((otherUpload) => otherUpload.key === key).length >= writersPerKey)
      throw new Fault('UPLOAD_EXISTS', `${key} is being written`);

    const byGroup = Map.groupBy(uploads, (otherUpload) => otherUpload.group);
    const ownCount = byGroup.get(group)?.length ?? 0;
    const isFull = uploads.length >= this.#usable(ownCount, byGroup.size);
    if (isFull && !this.#displaceSlowest(byGroup.values(), ownCount)) {
      throw new Fault(
        'SERVICE_UNAVAILABLE',
        `${uploads.length} uploads under way, ${ownCount} its own`,
        {
          text: 'Too many files are being uploaded at the moment. Try again shortly.',
        },
      );
    }

    const { overMs } = this.#busyRate;
    const upload = new Upload({ key, group }, overMs, (ended) => this.#uploads.delete(ended));
    this.#uploads.add(upload);

    return upload;
  }

  /**
   * Displaces an upload that is slow, of the group that has most: the slowest if there are several. Returns false if
   * there is none. A group that has uploads itself displaces only those of groups that still have as many as it
   * afterwards; otherwise two groups could displace each other again and again.
   */
  #displaceSlowest(groups: Iterable<Upload[]>, ownCount: number): boolean {
    const { bytesPerSecond, overMs } = this.#busyRate;
    const minBytes = (bytesPerSecond * overMs) / 1000;
    const minCount = ownCount === 0 ? 1 : ownCount + 2;
    let slowest: { upload: Upload; bytes: number; count: number } | undefined;

    for (const uploads of groups) {
      const count = uploads.length;
      if (count < minCount) continue;

      for (const upload of uploads) {
        const bytes = upload.recentBytes;
        if (bytes === null || bytes >= minBytes) continue;

        const isBetter =
          !slowest || count > slowest.count || (count === slowest.count && bytes < slowest.bytes);
        if (isBetter) slowest = { upload, bytes, count };
      }
    }

    slowest?.upload.displace();
    return slowest !== undefined;
  }

  /**
   * The number of slots below which the total in use must be for a group with `ownCount` uploads to get another.
   * `groups`: number of groups that have uploads in progress.
   */
  #usable(ownCount: number, groups: number): number {
    if (ownCount === 0) return this.#slots;
    const quarter = Math.floor(this.#slots / 4);
    const open = this.#slots - quarter;
    return groups > 1 && ownCount >= open / groups ? open - quarter : open;
  }
}
