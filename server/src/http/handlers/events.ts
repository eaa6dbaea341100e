/** Server-sent events of a workspace: a job's row whenever one changes (html.spec.whatwg.org, 9.2). */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, isoDate, parseIsoDate } from '@reelsight/contract';
import { mayStillSee } from '../../db/accounts.ts';
import type { Queryable } from '../../db/database.ts';
import { type HeldJob, jobsChangedAfter } from '../../db/job-rows.ts';
import type { CallDeps, MemberCall } from '../call.ts';
import { faultOf } from '../faults.ts';
import { jobRowView } from './job-rows.ts';

const pollMs = 700;
const commentMs = 15_000;
const checkMs = 2000;
/** Rows of one statement. */
const rowsAtMost = 200;
/** How late a change may become visible after its time: clocks of several machines, a slow commit. */
const lateMs = 5000;
const streamsAtMost = 10;
/** Bytes a reader may leave unread before the stream is cut; the reader reconnects and resumes. */
const unreadBytesAtMost = 4_000_000;

type EventsCall = MemberCall<{ readonly since?: string | undefined }>;

export async function streamEvents(deps: CallDeps, call: EventsCall): Promise<undefined> {
  const { request, reply } = call;
  const since = sinceOf(deps, call);
  const leave = takePlace(deps.streams, call.session.sessionId);
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  // Who left while the session was looked up closed the connection before anybody listened.
  if (reply.raw.destroyed) left.abort();
  const headers = { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders };
  reply.hijack();
  reply.raw.writeHead(200, headers);
  const signal = AbortSignal.any([left.signal, deps.closing]);
  try {
    await stream(deps, call, since, reply.raw, signal);
  } catch (error) {
    // A reader that is still there reconnects by itself and resumes after its last event.
    if (!signal.aborted) deps.onFault(faultOf(error), request.id);
  } finally {
    leave();
    reply.raw.end();
  }
  return undefined;
}

/** Returns a function that ends the stream. Throws Fault RATE_LIMITED if the session has the most streams allowed. */
function takePlace(streams: Map<string, number>, sessionId: string): () => void {
  const before = streams.get(sessionId) ?? 0;
  if (before >= streamsAtMost) {
    throw new Fault('RATE_LIMITED', 'streams', {
      text: `A session may have ${streamsAtMost} streams of events; close other pages.`,
    });
  }
  streams.set(sessionId, before + 1);
  return () => {
    const rest = (streams.get(sessionId) ?? 1) - 1;
    if (rest > 0) streams.set(sessionId, rest);
    else streams.delete(sessionId);
  };
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that gather answers would hold back what is live.
  'x-accel-buffering': 'no',
  // A stream ends with its session or the service; nothing else would notice.
  connection: 'close',
};

/** Position to resume from; by default now. Throws Fault VALIDATION_FAILED. */
function sinceOf({ domain }: CallDeps, { query, request }: EventsCall): Date {
  const given = request.headers['last-event-id'] ?? query.since;
  if (given === undefined || given === '') return domain.now();
  const time = isoDate.safeParse(given);
  if (!time.success) {
    throw new Fault('VALIDATION_FAILED', 'since', {
      text: 'since: must be a time such as 2026-01-31T12:00:00.000Z.',
    });
  }
  return parseIsoDate(time.data);
}

async function stream(
  deps: CallDeps,
  call: EventsCall,
  since: Date,
  out: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.domain;
  const changes = new Changes(since);
  out.write('retry: 2000\n: connected\n\n');
  let [saidAt, checkedAt] = [performance.now(), performance.now()];
  const isFollowed = () => !signal.aborted && out.writableLength < unreadBytesAtMost;
  while (isFollowed()) {
    for await (const row of changedJobs(db, call.caller.workspace_id, changes.from)) {
      if (!isFollowed()) return;
      if (!changes.take(row)) continue;
      const data = JSON.stringify(jobRowView(row));
      out.write(`id: ${row.updated_at.toISOString()}\nevent: job\ndata: ${data}\n\n`);
      saidAt = performance.now();
    }
    if (performance.now() - saidAt > commentMs) {
      out.write(': here\n\n');
      saidAt = performance.now();
    }
    if (performance.now() - checkedAt > checkMs) {
      if (!(await mayStillSee(db, call.session.sessionId, call.caller.workspace_id))) return;
      checkedAt = performance.now();
    }
    await sleep(pollMs, undefined, { signal });
  }
}

async function* changedJobs(
  db: Queryable,
  workspaceId: string,
  from: Date,
): AsyncGenerator<HeldJob> {
  let after = { updatedAt: from, id: '' };
  for (;;) {
    const rows = await jobsChangedAfter(db, workspaceId, after, rowsAtMost);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtMost) return;
    after = { updatedAt: last.updated_at, id: last.id };
  }
}

/** What a reader has seen: each query begins a little before the last change, as a change may be committed late. */
class Changes {
  #seenMs: number;
  /** Rows in that overlap: when each last changed, and its status. */
  readonly #sent = new Map<string, { readonly ms: number; readonly status: string }>();
  readonly #startMs: number;

  constructor(since: Date) {
    this.#seenMs = since.getTime();
    this.#startMs = this.#seenMs - lateMs;
  }

  /** Start of the next query. */
  get from(): Date {
    const fromMs = Math.max(this.#startMs, this.#seenMs - lateMs);
    for (const [id, { ms }] of this.#sent) if (ms < fromMs) this.#sent.delete(id);
    return new Date(fromMs);
  }

  /** False for what was sent as it is. */
  take({ id, updated_at, status }: HeldJob): boolean {
    const ms = updated_at.getTime();
    const before = this.#sent.get(id);
    if (before?.ms === ms && before.status === status) return false;
    this.#sent.set(id, { ms, status });
    this.#seenMs = Math.max(this.#seenMs, ms);
    return true;
  }
}
