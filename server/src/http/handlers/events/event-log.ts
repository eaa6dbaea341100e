/** The log of events of a workspace or of one job, as pages or as a stream. */
import { type EventsPageQuery, Fault } from '@reelsight/contract';
import {
  type EventRow,
  type EventsRead,
  eventIdAt,
  eventsAfter,
  type LogState,
  nextEventBytes,
  numberedLog,
  type Position,
} from '../../../db/events/events.ts';
import { isId } from '../../../db/id.ts';
import { findJob, type JobRow } from '../../../db/jobs/jobs.ts';
import type { Owned } from '../../../db/owned.ts';
import { ownerGroup } from '../../../db/workspaces/members.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import {
  EventStream,
  isReadToEnd,
  jobState,
  positionText,
  type ReadInRoom,
  stateMessage,
  streamHeaders,
} from '../../event-stream.ts';
import { faultOf } from '../../faults.ts';
import { readerOf } from '../../group-of.ts';
import { inOwnersTurn } from '../../in-turn.ts';
import { envelope, type JsonPieces, jsonHeaders } from '../../large-data.ts';
import { inListTurn } from '../../list-turn.ts';
import { headerText, leftOr } from '../../request.ts';
import { rightOf } from '../../rights.ts';

type EventsCall = WorkspaceCall<EventsPageQuery>;

export function listEvents(deps: CallDeps, call: EventsCall): Promise<Reply | undefined> {
  return wantsStream(call) ? stream(deps, call, null) : pageInTurn(deps, call, null);
}

export async function listJobEvents(deps: CallDeps, call: EventsCall): Promise<Reply | undefined> {
  const { id } = await findOwnJob(deps, call);
  return wantsStream(call) ? stream(deps, call, id) : pageInTurn(deps, call, id);
}

const wantsStream = ({ request }: EventsCall): boolean =>
  /\btext\/event-stream\b/i.test(headerText(request, 'accept') ?? '');

/** Throws Fault JOB_NOT_FOUND. */
async function findOwnJob(
  { domain }: CallDeps,
  { params, caller }: EventsCall,
): Promise<Owned<JobRow>> {
  const { id } = params;
  const job = isId(id) ? await findJob(domain.db, caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return job;
}

/**
 * Parses a position in the log: `417.evt_…`, or `417` if the event's id is not known. Throws Fault VALIDATION_FAILED.
 */
function parsePosition(text: string | undefined, name: string): Position | null {
  if (text === undefined || text === '') return null;
  const match = /^(\d{1,15})(?:\.(evt_[0-9a-z]{1,40}))?$/.exec(text);
  if (match) return { seq: Number(match[1]), id: match[2] ?? null };
  throw new Fault('VALIDATION_FAILED', name, {
    text: `${name}: must be next_cursor of a page or the id of an event of a stream.`,
  });
}

/**
 * Throws Fault EVENTS_GONE if events after the position have been removed, or if the position comes from a log that no
 * longer exists.
 */
async function checkKept(
  { domain }: CallDeps,
  { workspace_id, numbered, removed: removedSeq }: LogState,
  { seq, id }: Position,
): Promise<void> {
  const knownId = id === null ? undefined : await eventIdAt(domain.db, workspace_id, seq);
  const isOther = knownId !== undefined && knownId !== id;
  if (seq < removedSeq || seq > numbered || isOther)
    throw new Fault('EVENTS_GONE', `${workspace_id} after ${seq}`);
}

const defaultLimit = 20;
/** Maximum bytes of a page, unless its first event alone is larger. */
const pageBytes = 4_000_000;

/** Makes a page in turn, as other lists are made: the dispatcher leaves these calls out because they may be streams. */
function pageInTurn(deps: CallDeps, call: EventsCall, jobId: string | null): Promise<Reply> {
  return inListTurn(deps, call, () => eventsPage(deps, call, jobId));
}

async function eventsPage(deps: CallDeps, call: EventsCall, jobId: string | null): Promise<Reply> {
  const { caller, query } = call;
  const { db } = deps.domain;
  const position = parsePosition(query.after, 'after');
  const log = await numberedLog(db, caller.workspace_id);
  if (position) await checkKept(deps, log, position);

  const limit = query.limit ?? defaultLimit;
  const of = { workspaceId: caller.workspace_id, jobId };
  const limits = { events: limit, bytes: pageBytes };
  const { events, hasMore } = await eventsAfter(db, of, position?.seq ?? 0, limits);
  const last = events.at(-1);
  const pagination = {
    has_more: hasMore,
    next_cursor: last ? positionText(last) : (query.after ?? String(log.numbered)),
  };

  return {
    status: 200,
    raw: await envelope(call.request, jsonOfList(events), pagination),
    headers: jsonHeaders,
  };
}

/** The events are inserted as they are stored, because parsing large ones would hold up every other call. */
const jsonOfList = (events: readonly EventRow[]): JsonPieces => [
  '[',
  ...events.flatMap(({ payload }, index) => (index === 0 ? [payload] : [',', payload])),
  ']',
];

async function stream(
  deps: CallDeps,
  call: EventsCall,
  jobId: string | null,
): Promise<Reply | undefined> {
  const { request, reply, caller, session } = call;
  const { db } = deps.domain;
  const header = parsePosition(headerText(request, 'last-event-id'), 'Last-Event-ID');
  const position = header ?? parsePosition(call.query.after, 'after');
  const of = { workspaceId: caller.workspace_id, jobId };
  const source = new EventStream(reply.raw, {
    jobId,
    read: (seq, limits) => eventsAfter(db, of, seq, limits),
    nextBytes: (seq) => nextEventBytes(db, of, seq),
    inRoom: (read, signal) => inRoom(deps, { call, signal }, read),
    isThere: async () =>
      jobId === null || (await findJob(db, caller.workspace_id, jobId)) !== undefined,
  });

  const { take, takeEvents, tick, end } = source;
  // Joins the feed before reading the log, so that no event is missed in between.
  const leave = deps.feed.join({
    workspaceId: of.workspaceId,
    group: await ownerGroup(db, of.workspaceId),
    right: rightOf(call) ?? { keyId: '' },
    userId: session?.user.id ?? null,
    take,
    takeEvents,
    tick,
    end,
  });
  try {
    const begin = await beginning(deps, call, { jobId, after: position });
    if (!begin) return { status: 204 };
    await send(deps, call, source, begin);
    return undefined;
  } finally {
    leave();
  }
}

const tooMany =
  'Too many streams of this workspace wait to send large events. Read the events of one after the other.';

/**
 * Reads a large event of a stream when it is the owner's turn and unread answers leave room. The stream counts among
 * these until the event has been sent.
 */
async function inRoom(
  { domain, unsent, resultTurns, closing }: CallDeps,
  { call, signal }: { readonly call: EventsCall; readonly signal: AbortSignal },
  read: () => Promise<EventsRead>,
): Promise<ReadInRoom> {
  const { request, reply } = call;
  const reader = readerOf(request);
  const turn = { call, closing, tooMany, hasBegun: true };

  for (;;) {
    await unsent.room(reader, signal);
    const counted = await inOwnersTurn(domain.db, resultTurns.large, turn, async () => {
      // Checked again, because other answers of the workspace may have reached the limit meanwhile.
      if (!unsent.hasRoom(reader)) return undefined;
      const events = await read();
      signal.throwIfAborted();
      return { ...events, answer: unsent.count(reader, reply, bytesOf(events)) };
    });
    if (!counted) continue;

    const { answer, ...events } = counted;
    // A stream occupies no connection to the storage.
    answer.isWaiting = true;
    return {
      ...events,
      pieces: (text) => answer.pieces([Buffer.from(text)]),
      leave: () => unsent.leave(answer, reply),
    };
  }
}

const bytesOf = ({ events }: EventsRead): number =>
  events.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);

interface Beginning {
  readonly seq: number;
  /** Text sent before the first event. */
  readonly text: string;
  /** Whether the stream ends after `text`. */
  readonly whole: boolean;
}

/**
 * Determines where the stream begins. Null if the job has ended and all its events were read. Throws Fault EVENTS_GONE.
 */
async function beginning(
  deps: CallDeps,
  call: EventsCall,
  { jobId, after: position }: { readonly jobId: string | null; readonly after: Position | null },
): Promise<Beginning | null> {
  const { db } = deps.domain;
  const log = await numberedLog(db, call.caller.workspace_id);
  if (position) await checkKept(deps, log, position);

  const seq = position?.seq ?? log.numbered;
  const id = position ? position.id : ((await eventIdAt(db, log.workspace_id, seq)) ?? null);
  const place = `retry: 2000\nid: ${id === null ? seq : positionText({ seq, id })}\n\n`;
  if (jobId === null) return { seq, text: place, whole: false };
  // The job is read after the log, so that its state is never older than the position in the log.
  const job = await findOwnJob(deps, call);

  if (!position) {
    const text = place + stateMessage(jobState('job.current', job));
    return { seq, text, whole: isReadToEnd(job, []) };
  }

  const of = { workspaceId: log.workspace_id, jobId };
  const next = await eventsAfter(db, of, seq, { events: 1, bytes: 0 });
  return isReadToEnd(job, next.events) ? null : { seq, text: place, whole: false };
}

/** Sends the stream and resolves when it ends, for whatever reason. */
async function send(
  deps: CallDeps,
  { request, reply }: EventsCall,
  source: EventStream,
  { seq, text, whole: isWhole }: Beginning,
): Promise<void> {
  const { signal, end } = leftOr(reply, [deps.closing]);
  const headers = { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders };

  reply.hijack();
  reply.raw.writeHead(200, headers);

  try {
    source.write(text);
    if (!isWhole) await source.run(seq, signal);
  } catch (error) {
    // Only reported: a reader that is still connected will reconnect and resume after its last event.
    if (!signal.aborted) deps.onFault(faultOf(error), request.id);
  } finally {
    end();
    reply.raw.end();
  }
}
