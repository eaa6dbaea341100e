/** What a call that prefers to wait is answered, and when (RFC 7240). */
import type { Sight } from '../db/sights.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import { given, leftOr } from './request.ts';

/** Seconds the caller prefers to wait, at most `most`; null if it asks for none. What it says wrong is ignored (RFC 7240, 2). */
export function preferredSeconds(header: string | undefined, most: number): number | null {
  for (const preference of (header ?? '').split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=');
    if (name.trim().toLowerCase() !== 'wait') continue;
    const digits = /^\s*"?(\d{1,9})"?\s*$/.exec(value)?.[1];
    return digits === undefined || Number(digits) === 0 ? null : Math.min(Number(digits), most);
  }
  return null;
}

interface State {
  readonly id: string;
  readonly status: string;
  readonly updated_at: Date;
}

/** Whether nothing happens to a job or batch until somebody does something. */
export const rests = (status: string): boolean =>
  ['completed', 'failed', 'cancelled', 'held', 'paused'].includes(status);

/**
 * The state once it rests or is no longer the one `isKnown` tells, or as it is when the time is over. `applied` are the
 * headers that say whether the call waited.
 */
export async function waited<Row extends State>(
  { waits, closing }: Pick<CallDeps, 'waits' | 'closing'>,
  call: WorkspaceCall,
  first: Row,
  how: {
    readonly read: () => Promise<Row>;
    /** Absent if only an end counts. */
    readonly isKnown?: ((row: Row) => Promise<boolean>) | undefined;
  },
): Promise<{ readonly row: Row; readonly applied: Readonly<Record<string, string>> }> {
  const seconds = preferredSeconds(given(call.request, 'prefer'), waits.mostSeconds);
  if (seconds === null) return { row: first, applied: {} };
  const applied = { 'Preference-Applied': `wait=${seconds}` };
  const isOver = async (row: Row): Promise<boolean> =>
    rests(row.status) || (how.isKnown !== undefined && !(await how.isKnown(row)));
  if (await isOver(first)) return { row: first, applied };
  const leave = waits.enter(call.caller.workspace_id);
  if (!leave) return { row: first, applied: {} };
  const { signal, end } = leftOr(call.reply, [closing, AbortSignal.timeout(seconds * 1000)]);
  try {
    let row = first;
    do {
      const { status, updated_at } = row;
      const isNews = (sight: Sight): boolean =>
        how.isKnown
          ? sight.status !== status || sight.updated_at.getTime() !== updated_at.getTime()
          : rests(sight.status);
      await waits.news(row.id, isNews, signal);
      row = await how.read();
    } while (!signal.aborted && !(await isOver(row)));
    return { row, applied };
  } finally {
    end();
    leave();
  }
}

/** Seconds until another read of a job or batch makes sense, by its state and stage. */
export function pollSeconds(status: string, stage: string | null = null): number {
  if (status === 'held' || status === 'paused') return 60;
  if (stage === 'merging') return 5;
  return stage === 'transcription' || stage === 'analysis' ? 15 : 10;
}
