/** Notifies the consumers in all processes of new tasks. */
import type { Database } from '../db/database.ts';

/** Minimum interval between two notifications about the same queue; the first of a burst is sent at once. */
const announceEveryMs = 20;

export interface Announcer {
  readonly announce: (queue: string) => void;
  /** Stops sending; consumers find any unannounced tasks when they poll. */
  readonly close: () => void;
}

/**
 * Notifies the consumers in all processes of new tasks, but not within the transaction that adds the tasks: PostgreSQL
 * lets only one notifying transaction commit at a time, so jobs submitted simultaneously would wait for each other's
 * disk writes.
 */
export function openAnnouncer(
  db: Database,
  channel: string,
  onError: (error: unknown) => void,
): Announcer {
  const resting = new Map<string, { more: boolean; readonly timer: NodeJS.Timeout }>();
  let isClosed = false;
  const tell = (name: string): void => {
    const timer = setTimeout(() => {
      const hasMore = resting.get(name)?.more;
      resting.delete(name);
      if (hasMore) tell(name);
    }, announceEveryMs);
    resting.set(name, { more: false, timer });
    db.notify(channel, name).catch((error: unknown) => {
      if (!isClosed) onError(error);
    });
  };

  return {
    announce: (name: string): void => {
      const rest = resting.get(name);
      if (rest) rest.more = true;
      else if (!isClosed) tell(name);
    },
    close: (): void => {
      isClosed = true;
      for (const { timer } of resting.values()) clearTimeout(timer);
    },
  };
}
