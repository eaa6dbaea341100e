/** Writes events as other processes do: many transactions at once, which are committed in no fixed order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/db/database.ts';
import { insertEvents, type NewEvent } from '../../server/src/db/events/events.ts';
import { newId } from '../../server/src/db/id.ts';

/** `place`: the event's position among the events of its job. */
export function madeEvent(workspaceId: string, jobId: string, place: number): NewEvent {
  const id = newId('evt');
  const now = new Date();
  const payload = {
    event: 'job.started',
    event_id: id,
    created_at: now.toISOString(),
    job_id: jobId,
    status: 'processing',
    credits_charged: null,
    place,
  };

  return {
    id,
    workspace_id: workspaceId,
    job_id: jobId,
    batch_id: null,
    kind: payload.event,
    payload: JSON.stringify(payload),
    created_at: now,
  };
}

export async function write(db: Database, events: readonly NewEvent[], holdMs = 0): Promise<void> {
  const { text, values, name } = insertEvents(events);
  await db.transaction(async (tx) => {
    await tx.query(text, values, name);
    if (holdMs > 0) await sleep(holdMs);
  });
}

/** Writes the events of each job in order, in transactions of 1 to 10 events that stay open for a moment. */
export async function writeJobs(
  db: Database,
  workspaceId: string,
  { jobs, eventsOfJob }: { readonly jobs: number; readonly eventsOfJob: number },
): Promise<string[]> {
  const written: string[] = [];
  const writeJob = async (): Promise<void> => {
    const jobId = newId('job');
    for (let place = 0; place < eventsOfJob; ) {
      const count = Math.min(1 + Math.floor(Math.random() * 10), eventsOfJob - place);
      const events = Array.from({ length: count }, (_, k) =>
        madeEvent(workspaceId, jobId, place + k),
      );
      await write(db, events, db.kind === 'postgres' ? Math.random() * 20 : 0);
      written.push(...events.map(({ id }) => id));
      place += count;
    }
  };
  await Promise.all(Array.from({ length: jobs }, writeJob));

  return written;
}
