/** Limits the memory used by large answers that clients have not read yet. */
import { finished, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import type { FastifyReply } from 'fastify';
import { addressBlock, wideBlock } from '../network/address-block.ts';
import type { LeastRate } from '../storage/least-rate.ts';
import { type Bytes, lengthOf } from './bytes.ts';

export interface UnsentLimits {
  /** Maximum bytes of one workspace's unsent answers in the memory of one process. */
  readonly ofWorkspace: number;
  /** Maximum bytes for all workspaces together; a quarter of it is reserved for owners that have nothing unsent. */
  readonly all: number;
  /** Connections that read large answers more slowly than this are closed. */
  readonly leastRate: LeastRate;
}

/** Minimum bytes of a large answer; smaller answers are bounded by the number of connections. */
export const largeBytes = 65_536;
const lookMs = 100;
const sharedPart = 0.75;
/** Maximum number of files and large answers that clients may be reading at once: for one workspace, and in all. */
const openOfWorkspace = 200;
const openInAll = 1000;
/**
 * Maximum number of files that visitors of a workspace's links may be reading at once from one block of addresses:
 * dozens, because behind a proxy with HTTP/2 a page may ask for all its pictures at once.
 */
const openOfVisitors = 40;
const pieceBytes = 65_536;
const rateLooks = 6;
/** A reader is fast from this many bytes per second on: it will soon have made room without being cut off. */
const fastRate = 1_000_000;

/** Who reads an answer. */
export interface Reader {
  /** Those whose answers are counted together: the keys of a workspace, a person with a session, visitors to links. */
  readonly group: string;
  /** The owner of the workspace, whose groups share what is left to others: anybody may create many workspaces. */
  readonly owner: string;
  /** IP address of a visitor to a link; null for readers who are known. */
  readonly visitorAddress: string | null;
}

/** The answers of a group that visitors read, by what their addresses have in common. */
type AnswersByBlock = ReadonlyMap<string, ReadonlySet<OpenAnswer>>;

/** An answer that has begun or is about to begin. */
export class OpenAnswer {
  /** Bytes that have been produced, and may not have been handed to the connection yet. */
  promised = 0;
  /**
   * Stream to close when the answer ends: if a client leaves before its answer begins, nothing else closes the stream.
   */
  source: Readable | undefined;
  readonly reader: Reader;
  /** Whether the answer waits for us to make its next part, and so holds nothing that others could need. */
  isWaiting = false;
  readonly #reply: FastifyReply;
  #given = 0;
  /** Total bytes that the connection had taken at each of the last few checks. */
  readonly #taken: number[] = [];

  constructor(reader: Reader, reply: FastifyReply) {
    this.reader = reader;
    this.#reply = reply;
  }

  /**
   * Bytes of the answer that are in memory. Until the answer has ended, these are at least the promised bytes;
   * afterwards, exactly the bytes that the connection still holds.
   */
  get bytes(): number {
    const { writableEnded, writableLength } = this.#reply.raw;
    return writableEnded ? writableLength : Math.max(writableLength, this.promised);
  }

  /** Yields all of `bytes`, a little at a time, so that the reading speed can be measured. */
  *pieces(bytes: Bytes): Generator<Buffer> {
    this.promised = lengthOf(bytes);
    for (const long of bytes) {
      for (let offset = 0; offset < long.length; offset += pieceBytes) {
        const piece = long.subarray(offset, offset + pieceBytes);
        this.#given += piece.length;
        yield piece;
      }
    }
  }

  /** Passes a stream on in a way that makes the client's reading speed measurable. */
  async *passedOn(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
    for await (const chunk of stream) {
      this.#given += Buffer.byteLength(chunk);
      yield chunk;
    }
  }

  /** Called at each check; returns whether the client read fewer than `minBytes` bytes over the last checks. */
  isSlow(minBytes: number): boolean {
    const { raw } = this.#reply;
    const readings = this.#taken;
    // The client is not slow if the answer waits for us or for another answer on the same connection.
    if (this.bytes === 0 || !raw.socket) readings.length = 0;
    else readings.push(this.#given - raw.writableLength);
    if (readings.length <= rateLooks) return false;
    return (readings.at(-1) ?? 0) - (readings.shift() ?? 0) < minBytes;
  }

  /** Bytes that the client reads between two checks, on average; null before there have been two checks. */
  get takenPerLook(): number | null {
    const readings = this.#taken;
    if (readings.length < 2) return null;
    return ((readings.at(-1) ?? 0) - (readings[0] ?? 0)) / (readings.length - 1);
  }

  get isClosed(): boolean {
    return this.#reply.raw.destroyed;
  }

  cut(): void {
    this.#reply.request.fault = new Fault('REQUEST_TIMEOUT', 'the answer is read too slowly');
    this.#reply.raw.destroy();
  }
}

function sumOfBytes(answers: Iterable<OpenAnswer>): number {
  let sum = 0;
  for (const { bytes } of answers) sum += bytes;
  return sum;
}

export class Unsent {
  readonly #limits: UnsentLimits;
  readonly #open = new Map<string, Set<OpenAnswer>>();
  readonly #byReply = new WeakMap<object, OpenAnswer>();
  /** Stops waiting for the end of an answer. */
  readonly #stopWaiting = new WeakMap<OpenAnswer, () => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: UnsentLimits) {
    this.#limits = limits;
  }

  /** Counts an answer until it has been sent or its connection has closed. */
  open(reader: Reader, reply: FastifyReply): OpenAnswer {
    const existing = this.find(reply);
    if (existing) return existing;

    const answer = new OpenAnswer(reader, reply);
    this.#byReply.set(reply.raw, answer);

    const { group } = reader;
    const open = this.#open.get(group) ?? new Set();
    this.#open.set(group, open.add(answer));
    this.#watch();
    const stopWaiting = finished(reply.raw, () => {
      answer.source?.destroy();
      this.#remove(answer);
    });
    this.#stopWaiting.set(answer, stopWaiting);

    return answer;
  }

  /** Stops counting an answer that goes on, such as a stream of events after a large one; it can be opened again. */
  leave(answer: OpenAnswer, reply: FastifyReply): void {
    this.#stopWaiting.get(answer)?.();
    this.#byReply.delete(reply.raw);
    this.#remove(answer);
  }

  #remove(answer: OpenAnswer): void {
    const { group } = answer.reader;
    const open = this.#open.get(group);
    open?.delete(answer);
    if (open?.size === 0) this.#open.delete(group);
    this.#watch();
  }

  /** The entry of an answer that is already being counted. */
  find({ raw }: FastifyReply): OpenAnswer | undefined {
    return this.#byReply.get(raw);
  }

  /** Counts an answer of this many bytes, even if that exceeds the limits. */
  count(reader: Reader, reply: FastifyReply, bytes: number): OpenAnswer {
    const answer = this.open(reader, reply);
    answer.promised = bytes;
    return answer;
  }

  /**
   * Checks whether a workspace may have more bytes unsent. An owner with nothing unsent may have one answer of any size
   * while the process has room; if there is no room, the answer that is read most slowly is closed to make some. So is
   * one of other visitors who read more of the same links. Throws Fault RATE_LIMITED if the workspace or its owner has
   * too much unsent, SERVICE_UNAVAILABLE if all workspaces together do.
   */
  check(reader: Reader, bytes = 1): void {
    const { group, owner, visitorAddress } = reader;
    const full = this.#full(reader, bytes);
    if (full === 'workspace' && !this.#closeVisitor(group, visitorAddress)) {
      throw new Fault('RATE_LIMITED', `${this.#bytesOf(group)} bytes of ${group} unsent`, {
        text: 'Earlier answers have not been read yet. Read them, or close their connections, and try again.',
      });
    }
    if (full === 'owner' && !this.#closeVisitor(group, visitorAddress)) {
      throw new Fault('RATE_LIMITED', `${this.#bytesOfOwner(owner)} bytes of ${owner} unsent`, {
        text: 'Earlier answers of this workspace, or of others of its owner, have not been read yet. Read them, or close their connections, and try again.',
      });
    }

    const makesRoom = () => this.#bytesOfOwner(owner) === 0 && this.#closeSlowest(this.#large());
    if (full === 'all' && !makesRoom()) {
      throw new Fault('SERVICE_UNAVAILABLE', 'too many bytes of all workspaces unsent', {
        text: 'The service is busy sending large answers. Try again shortly.',
      });
    }
  }

  /**
   * Checks whether a reader may have one more answer in progress: sending a stored file occupies a connection to the
   * storage for as long as the client reads. If there are too many, the answer that is read most slowly is closed among
   * those of an owner that has more, or of a block of visitors that has more. Throws Fault RATE_LIMITED if the
   * workspace or the block has too many answers in progress, SERVICE_UNAVAILABLE if all workspaces together do.
   */
  checkOpen({ group, owner, visitorAddress }: Reader): void {
    const count = this.#open.get(group)?.size ?? 0;
    if (visitorAddress !== null) this.#checkVisitors(group, visitorAddress);
    if (count >= openOfWorkspace && !this.#closeVisitor(group, visitorAddress)) {
      throw new Fault('RATE_LIMITED', `${count} answers of ${group} under way`, {
        text: `${count} files of this workspace are being read. Read them to their end, or close their connections.`,
      });
    }

    const answersByOwner = this.#byOwner();
    const ofOwner = answersByOwner.get(owner)?.size ?? 0;
    const total = this.#all().filter(({ isWaiting }) => !isWaiting).length;
    const isFull = total >= (ofOwner > 0 ? openInAll * sharedPart : openInAll);
    if (isFull && !this.#closeOneOfMore(answersByOwner, ofOwner + 1)) {
      throw new Fault('SERVICE_UNAVAILABLE', `${total} answers under way`, {
        text: 'The service is busy sending files. Try again shortly.',
      });
    }
  }

  /** Makes room for one more visitor of an address block. Throws Fault RATE_LIMITED if there is none. */
  #checkVisitors(group: string, address: string): void {
    const block = addressBlock(address);
    const ofBlock = this.#visitors(group, addressBlock).get(block) ?? new Set();
    if (ofBlock.size < openOfVisitors || this.#closeSlowest(ofBlock)) return;

    throw new Fault('RATE_LIMITED', `${ofBlock.size} answers of ${group} under way to ${block}`, {
      text: `${ofBlock.size} files of these links are being read from your network. Read them to their end, or close their connections.`,
    });
  }

  /**
   * Closes an answer to a visitor whose block has more in progress than that of this one. One with a network of many
   * blocks may have few in each, so that the wide blocks are compared next.
   */
  #closeVisitor(group: string, address: string | null): boolean {
    if (address === null) return false;

    return [addressBlock, wideBlock].some((blockOf) => {
      const answers = this.#visitors(group, blockOf);
      const count = answers.get(blockOf(address))?.size ?? 0;
      return this.#closeOneOfMore(answers, count + 1);
    });
  }

  #visitors(group: string, blockOf: (address: string) => string): AnswersByBlock {
    const answers = [...(this.#open.get(group) ?? [])].filter(({ isClosed }) => !isClosed);
    const byBlock = Map.groupBy(answers, ({ reader }) => blockOf(reader.visitorAddress ?? ''));
    return new Map([...byBlock].map(([block, ofBlock]) => [block, new Set(ofBlock)]));
  }

  hasRoom(reader: Reader): boolean {
    return this.#full(reader, 1) === null;
  }

  /** Resolves when the workspace may have more bytes unsent. Rejects with the signal's reason when it aborts. */
  async room(reader: Reader, signal: AbortSignal): Promise<void> {
    while (!this.hasRoom(reader)) {
      await sleep(lookMs, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }

  #full({ group, owner }: Reader, bytes: number): 'workspace' | 'owner' | 'all' | null {
    const { ofWorkspace, all: maxBytes } = this.#limits;
    const workspaceBytes = this.#bytesOf(group);
    if (workspaceBytes > 0 && workspaceBytes + bytes > ofWorkspace) return 'workspace';

    const totalBytes = sumOfBytes(this.#all());
    const ownerBytes = this.#bytesOfOwner(owner);
    if (ownerBytes === 0) return totalBytes < maxBytes ? null : 'all';

    const sharedBytes = maxBytes * sharedPart;
    if (ownerBytes + bytes > sharedBytes) return 'owner';
    return totalBytes + bytes <= sharedBytes ? null : 'all';
  }

  #all(): OpenAnswer[] {
    return [...this.#open.values()].flatMap((answers) => [...answers]);
  }

  #large(): OpenAnswer[] {
    return this.#all().filter(({ bytes }) => bytes >= largeBytes);
  }

  #byOwner(): ReadonlyMap<string, ReadonlySet<OpenAnswer>> {
    const byOwner = Map.groupBy(this.#all(), ({ reader }) => reader.owner);
    return new Map([...byOwner].map(([owner, answers]) => [owner, new Set(answers)]));
  }

  /** Closes an answer of those who have more than `count` in progress, of the one with most if it has a slow one. */
  #closeOneOfMore(answersByReader: AnswersByBlock, count: number): boolean {
    return [...answersByReader.values()]
      .filter((answers) => answers.size > count)
      .sort((a, b) => b.size - a.size)
      .some((answers) => this.#closeSlowest(answers));
  }

  /**
   * Closes the answer that is read most slowly. Returns false if no reader is slow, or if it is not known yet which
   * are.
   */
  #closeSlowest(answers: Iterable<OpenAnswer>): boolean {
    const fastPerLook = (fastRate * this.#limits.leastRate.overMs) / 1000 / rateLooks;
    let slowest: { readonly answer: OpenAnswer; readonly perLook: number } | undefined;

    for (const answer of answers) {
      const perLook = answer.takenPerLook;
      if (perLook === null || perLook >= fastPerLook || answer.isClosed) continue;
      if (!slowest || perLook < slowest.perLook) slowest = { answer, perLook };
    }

    slowest?.answer.cut();
    return slowest !== undefined;
  }

  #bytesOf(group: string): number {
    return sumOfBytes(this.#open.get(group) ?? []);
  }

  #bytesOfOwner(owner: string): number {
    return sumOfBytes(this.#all().filter(({ reader }) => reader.owner === owner));
  }

  /**
   * Starts or stops the regular check for slow connections, which runs while answers are being counted and a minimum
   * rate is set.
   */
  #watch(): void {
    const { bytesPerSecond, overMs } = this.#limits.leastRate;
    if (this.#open.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (bytesPerSecond > 0 && !this.#timer) {
      const minBytes = (bytesPerSecond * overMs) / 1000;
      const look = () => {
        for (const open of this.#open.values())
          for (const answer of open) if (answer.isSlow(minBytes)) answer.cut();
      };
      this.#timer = setInterval(look, overMs / rateLooks).unref();
    }
  }
}
