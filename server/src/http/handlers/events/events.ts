/** Server-sent events of a workspace: a job's row whenever that job changes (html.spec.whatwg.org, 9.2). */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Fault, isoDate, parseIsoDate } from '@reelsight/contract';
import type { HeldJob } from '../../../db/jobs/job-rows.ts';
import type { Owned } from '../../../db/owned.ts';
import { TooManyWaiting } from '../../../network/fair-turns.ts';
import type { CallDeps, MemberCall } from '../../call.ts';
import { streamHeaders } from '../../event-stream.ts';
import { faultOf } from '../../faults.ts';
import { groupOf } from '../../group-of.ts';
import { Changes } from '../../job-feed.ts';
import { leftOr } from '../../request.ts';
import { jobRowView } from '../jobs/job-rows.ts';

const commentMs = 15_000;
/**
 * Maximum bytes that a reader may leave unread. Beyond that, the stream is cut; the reader may reconnect and resume.
 */
const unreadBytesAtMost = 1_000_000;
/** Longest wait for a slow reader while the changes it missed are sent. */
const drainMs = 10_000;

type EventsCall = MemberCall<{ readonly since?: string | undefined }>;

export async function streamEvents(deps: CallDeps, call: EventsCall): Promise<undefined> {
  const { request, reply, session } = call;
  const since = sinceOf(deps, call);
  const { signal } = leftOr(reply, [deps.closing]);
  const stream = new JobStream(reply.raw, since, (row) => messageOf(row, deps));
  const leave = deps.feed.join({
    workspaceId: call.caller.workspace_id,
    group: call.caller.owner_group,
    right: { sessionId: session.sessionId, workspaceId: call.caller.workspace_id },
    userId: session.user.id,
    take: stream.take,
    tick: stream.tick,
    end: stream.end,
  });
  const headers = { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders };

  reply.hijack();
  reply.raw.writeHead(200, headers);

  try {
    const missed = deps.feed.since(call.caller.workspace_id, stream.from);
    const group = groupOf(request);
    await stream.run(signal, () => deps.listTurns.run(group, signal, () => missed.next()));
  } catch (error) {
    // Only reported: a reader that is still connected will reconnect and resume after its last event.
    const isLeft = signal.aborted || error instanceof TooManyWaiting;
    if (!isLeft) deps.onFault(faultOf(error), request.id);
  } finally {
    leave();
    reply.raw.end();
  }

  return undefined;
}

/** Cache of the message for each row, because all readers of a workspace receive the same messages. */
const messages = new WeakMap<HeldJob, string>();

function messageOf(row: Owned<HeldJob>, { domain }: CallDeps): string {
  const sentMessage = messages.get(row);
  if (sentMessage !== undefined) return sentMessage;

  const data = JSON.stringify(jobRowView(row, domain));
  const message = `id: ${row.updated_at.toISOString()}\nevent: job\ndata: ${data}\n\n`;
  messages.set(row, message);
  return message;
}

/** Position to resume from; the present time if none is given. Throws Fault VALIDATION_FAILED. */
function sinceOf({ domain }: CallDeps, { query, request }: EventsCall): Date {
  const sinceText = request.headers['last-event-id'] ?? query.since;
  if (sinceText === undefined || sinceText === '') return domain.now();

  const time = isoDate.safeParse(sinceText);
  if (!time.success) {
    throw new Fault('VALIDATION_FAILED', 'since', {
      text: 'since: must be a time such as 2026-01-31T12:00:00.000Z.',
    });
  }

  return parseIsoDate(time.data);
}

/** Streams changed jobs to one reader: first the changes that it missed, then new changes from the feed. */
class JobStream {
  readonly #out: ServerResponse;
  readonly #changes: Changes;
  readonly #messageOf: (row: Owned<HeldJob>) => string;
  readonly #ended = Promise.withResolvers<void>();
  /** Changes from the feed that are held back while the missed changes are sent; null once the reader has caught up. */
  #waiting: Owned<HeldJob>[] | null = [];
  #open = true;
  #saidAtMs = performance.now();

  constructor(out: ServerResponse, since: Date, toMessage: (row: Owned<HeldJob>) => string) {
    this.#out = out;
    this.#messageOf = toMessage;
    this.#changes = new Changes(since);
  }

  /** Start of the period whose changes the reader may have missed. */
  get from(): Date {
    return this.#changes.from;
  }

  /**
   * `nextMissed` returns the changes that the reader missed, a few at a time; they are sent before those of the feed.
   */
  async run(
    signal: AbortSignal,
    nextMissed: () => Promise<IteratorResult<readonly Owned<HeldJob>[]>>,
  ): Promise<void> {
    signal.addEventListener('abort', this.end);

    if (signal.aborted) return;
    this.#out.write('retry: 2000\n: connected\n\n');

    for (;;) {
      const { value: rows, done } = await nextMissed();
      if (done) break;

      // Sent one by one, because a few rows together may exceed the limit of unread bytes.
      for (const row of rows) {
        this.#send([row]);
        if (this.#open && this.#out.writableNeedDrain)
          await once(this.#out, 'drain', { signal: AbortSignal.timeout(drainMs) }).catch(this.#cut);
        if (!this.#open) return;
      }
    }

    const late = this.#waiting ?? [];
    this.#waiting = null;
    this.#send(late);
    await this.#ended.promise;
  }

  readonly take = (rows: readonly Owned<HeldJob>[]): void => {
    if (this.#waiting) this.#waiting.push(...rows);
    else this.#send(rows);
  };

  readonly tick = (): void => {
    // Reading `from` makes it drop entries that are no longer needed.
    void this.#changes.from;
    if (this.#open && performance.now() - this.#saidAtMs > commentMs) this.#write(': here\n\n');
  };

  readonly end = (): void => {
    this.#open = false;
    this.#ended.resolve();
  };

  #send(rows: readonly Owned<HeldJob>[]): void {
    for (const row of rows) {
      if (!this.#open) return;
      if (this.#changes.take(row)) this.#write(this.#messageOf(row));
    }
  }

  #write(text: string): void {
    this.#out.write(text);
    this.#saidAtMs = performance.now();
    if (this.#out.writableLength > unreadBytesAtMost) this.#cut();
  }

  /** Cuts off a reader that does not read, because its unread data would otherwise stay in memory. */
  readonly #cut = (): void => {
    this.end();
    this.#out.destroy();
  };
}
