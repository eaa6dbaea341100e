import { countOf } from '../src/db/count.ts';
import type { Queryable } from '../src/db/database.ts';

/** Number of connections to this database that wait for a lock; other test databases share the server. */
export const waitingConnections = (db: Queryable): Promise<number> =>
  countOf(
    db,
    `select count(*) as count from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
