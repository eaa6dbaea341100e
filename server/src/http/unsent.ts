/** Bounds what large answers take in memory while their clients do not read them. */
import { finished } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import type { FastifyReply } from 'fastify';

/** Bytes in memory of one process. */
export interface UnsentLimits {
  readonly ofWorkspace: number;
  readonly all: number;
}

/** Smaller answers are bounded by the number of connections. */
const largeBytes = 65_536;
const lookMs = 100;
const retryAfterSeconds = 5;

/** An answer that has been begun, or is about to be. */
export interface OpenAnswer {
  readonly reply: FastifyReply;
  /** Bytes that have been made and not yet been given to the connection. */
  promised: number;
}

/** Once it has ended, the connection tells how much it still holds. */
const bytesOf = ({ reply: { raw }, promised }: OpenAnswer): number =>
  raw.writableLength + (raw.writableEnded ? 0 : promised);

export class Unsent {
  readonly #limits: UnsentLimits;
  readonly #open = new Map<string, Set<OpenAnswer>>();

  constructor(limits: UnsentLimits) {
    this.#limits = limits;
  }

  /** Counts an answer until it has been sent or its connection has closed. */
  open(workspace: string, reply: FastifyReply): OpenAnswer {
    const one: OpenAnswer = { reply, promised: 0 };
    const open = this.#open.get(workspace) ?? new Set();
    this.#open.set(workspace, open.add(one));
    finished(reply.raw, () => {
      open.delete(one);
      if (open.size === 0 && this.#open.get(workspace) === open) this.#open.delete(workspace);
    });
    return one;
  }

  /**
   * Lets an answer of `bytes` be sent whole. A workspace that has nothing unsent may have one of any size. Throws Fault
   * RATE_LIMITED.
   */
  admit(workspace: string, reply: FastifyReply, bytes: number): void {
    if (bytes < largeBytes) return;
    this.check(workspace, bytes);
    const one = this.open(workspace, reply);
    one.promised = bytes;
  }

  /** Throws Fault RATE_LIMITED. */
  check(workspace: string, bytes = 1): void {
    if (this.hasRoom(workspace, bytes)) return;
    throw new Fault('RATE_LIMITED', `${this.#bytesOf(workspace)} bytes of ${workspace} unsent`, {
      text: 'Earlier answers have not been read yet. Read them, or close their connections, and try again.',
      retryAfterSeconds,
    });
  }

  hasRoom(workspace: string, bytes = 1): boolean {
    const own = this.#bytesOf(workspace);
    if (own > 0 && own + bytes > this.#limits.ofWorkspace) return false;
    let all = 0;
    for (const name of this.#open.keys()) all += this.#bytesOf(name);
    return all === 0 || all + bytes <= this.#limits.all;
  }

  /** Resolves when there is room. Rejects when the signal aborts. */
  async room(workspace: string, signal: AbortSignal): Promise<void> {
    while (!this.hasRoom(workspace)) await sleep(lookMs, undefined, { signal });
  }

  #bytesOf(workspace: string): number {
    let sum = 0;
    for (const one of this.#open.get(workspace) ?? []) sum += bytesOf(one);
    return sum;
  }
}
