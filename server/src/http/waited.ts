/** Lets a call wait for its job or batch if the caller asks for it with `Prefer: wait` (RFC 7240). */
import { Fault } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import type { Sight } from '../db/upkeep/sights.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import { hasTag } from './conditional.ts';
import { headerText, leftOr } from './request.ts';
import { rightOf, rightsThatHold } from './rights.ts';

/**
 * The number of seconds that the caller wants to wait, capped at `maxSeconds`; null if the caller did not ask to wait.
 * An invalid preference is ignored (RFC 7240, 2).
 */
export function preferredSeconds(header: string | undefined, maxSeconds: number): number | null {
  for (const preference of (header ?? '').split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=');
    if (name.trim().toLowerCase() !== 'wait') continue;
    const digits = /^\s*"?(\d{1,9})"?\s*$/.exec(value)?.[1];
    return digits === undefined || Number(digits) === 0
      ? null
      : Math.min(Number(digits), maxSeconds);
  }
  return null;
}

interface State {
  readonly id: string;
  readonly status: string;
  readonly updated_at: Date;
}

/** Whether a job or batch stays unchanged until a person acts. */
export const rests = (status: string): boolean =>
  ['completed', 'failed', 'cancelled', 'held', 'paused'].includes(status);

/** Computes a value for each row only once, because several waiting reads may share the row. */
export function perRow<Row extends object, Made>(
  make: (deps: CallDeps, row: Row) => Promise<Made>,
): (deps: CallDeps, row: Row) => Promise<Made> {
  const promises = new WeakMap<Row, Promise<Made>>();
  return (deps, row) => {
    const promise = promises.get(row) ?? make(deps, row);
    promises.set(row, promise);
    return promise;
  };
}

interface Waited<Row> {
  readonly row: Row;
  /** Headers that tell whether the call waited. */
  readonly applied: Readonly<Record<string, string>>;
}

/**
 * Waits until the row is at rest, has a tag that the caller does not have, or the time is over; then returns the row.
 * Throws Fault INVALID_API_KEY or SIGN_IN_REQUIRED if the caller has lost access meanwhile.
 */
export async function waited<Row extends State>(
  { waits, closing, domain }: Pick<CallDeps, 'waits' | 'closing' | 'domain'>,
  call: WorkspaceCall,
  first: Row,
  reader: {
    readonly read: () => Promise<Row>;
    /** The entity tag of a row; absent if the call waits only for the row to be at rest. */
    readonly tagOf?: (row: Row) => Promise<string>;
  },
): Promise<Waited<Row>> {
  const seconds = preferredSeconds(headerText(call.request, 'prefer'), waits.mostSeconds);
  if (seconds === null) return { row: first, applied: {} };

  const applied = { 'Preference-Applied': `wait=${seconds}` };
  const tagOf = namesTags(call) ? reader.tagOf : undefined;
  const isOver = async (row: Row): Promise<boolean> =>
    rests(row.status) || (tagOf !== undefined && !hasTag(call, await tagOf(row)));
  if (await isOver(first)) return { row: first, applied };

  const { workspace_id: workspaceId } = call.caller;
  const leave = waits.enter({ workspaceId, owner: call.caller.owner_group });
  if (!leave) return { row: first, applied: {} };

  const { signal, end } = leftOr(call.reply, [closing, AbortSignal.timeout(seconds * 1000)]);
  try {
    let row = first;
    do {
      const { status, updated_at } = row;
      const isNews = (sight: Sight): boolean =>
        tagOf
          ? sight.status !== status || sight.updated_at.getTime() !== updated_at.getTime()
          : rests(sight.status);
      await waits.news(row.id, isNews, signal);
      row = await waits.read(`${workspaceId} ${row.id}`, reader.read);
    } while (!signal.aborted && !(await isOver(row)));

    await checkStillMay(domain.db, call);
    return { row, applied };
  } finally {
    end();
    leave();
  }
}

/** Whether the request contains the tags of states that the caller already has; `*` does not count. */
function namesTags({ request }: WorkspaceCall): boolean {
  const tags = headerText(request, 'if-none-match');
  return tags !== undefined && !tags.split(',').some((tag) => tag.trim() === '*');
}

/**
 * Checks that the key or session of a call that takes long is still valid. Throws Fault INVALID_API_KEY or
 * SIGN_IN_REQUIRED.
 */
export async function checkStillMay(
  db: Queryable,
  { caller, session }: Pick<WorkspaceCall, 'caller' | 'session'>,
): Promise<void> {
  const right = rightOf({ caller, session });
  if (!right || (await rightsThatHold(db, [right], new Date())).size > 0) return;
  throw session
    ? new Fault('SIGN_IN_REQUIRED', `session of ${caller.workspace_id} ended during a call`)
    : new Fault('INVALID_API_KEY', 'revoked during a call');
}

/** Recommended seconds until a job or batch is read again, according to its status and stage. */
export function pollSeconds(status: string, stage: string | null = null): number {
  if (status === 'held' || status === 'paused') return 60;
  if (stage === 'merging') return 5;
  return stage === 'transcription' || stage === 'analysis' ? 15 : 10;
}
