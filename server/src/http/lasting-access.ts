/** Ends answers that are still being read after their callers have lost the right to them. */
import type { Fault } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '../domain/domain.ts';
import { type Right, rightOf, rightsThatHold } from './rights.ts';
import { SharedPoll } from './shared-poll.ts';

/** A client decides how fast it reads, so an answer may last for hours. */
const checkEveryMs = 3000;

interface LastingAnswer {
  readonly right: Right;
  readonly reply: FastifyReply;
  readonly sinceMs: number;
}

/**
 * Checks every few seconds which keys, sessions and links of answers that are being sent are still valid, and cuts the
 * connections of the others: a client that has stopped reading notices nothing else. All answers are checked together,
 * because one owner may have hundreds. Quick answers are never checked.
 */
export class LastingAccess {
  readonly #domain: Pick<Domain, 'db' | 'now'>;
  readonly #poll: SharedPoll<LastingAnswer>;

  /** While the database is away, nobody knows whether a caller has lost access, so answers go on. */
  constructor(domain: Pick<Domain, 'db' | 'now'>, onFault: (fault: Fault) => void) {
    this.#domain = domain;
    this.#poll = new SharedPoll({ everyMs: checkEveryMs, look: () => this.#look(), onFault });
  }

  /** Watches the answer until it has been sent, unless the right of its caller does not end. */
  watch({
    request,
    reply,
  }: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  }): void {
    const right = rightOf(request.entered ?? {});
    if (right) this.#poll.add({ right, reply, sinceMs: performance.now() });
  }

  async #look(): Promise<boolean> {
    // Each answer has several listeners for its end already, and Node warns of more than ten.
    for (const answer of this.#poll.members) if (isOver(answer)) this.#poll.remove(answer);
    const latestMs = performance.now() - checkEveryMs;
    const lasting = [...this.#poll.members].filter(({ sinceMs }) => sinceMs <= latestMs);
    if (lasting.length === 0) return false;

    const { db, now } = this.#domain;
    const rights = lasting.map(({ right }) => right);
    const holding = await rightsThatHold(db, rights, now());
    for (const { right, reply } of lasting) if (!holding.has(right)) reply.raw.destroy();
    return false;
  }
}

const isOver = ({ reply: { raw } }: LastingAnswer): boolean => raw.destroyed || raw.closed;
