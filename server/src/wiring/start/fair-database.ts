/** Shares the database connections between callers, so that slow statements of one do not delay the others. */
import type { Database, Queryable } from '../../db/database.ts';
import { takesTurn, withoutTurn } from '../../db/without-turn.ts';
import { FairTurns } from '../../network/fair-turns.ts';
import { requestingGroup } from '../../tracing/scope.ts';

/** Statements are not aborted when the caller disconnects; the pool limits how long they may take. */
const neverAborted = new AbortController().signal;

/**
 * Lets each group of callers use at most half of the `connections` at a time. Further statements of its requests wait,
 * and the group that uses the fewest connections is served next. Statements outside a request, such as those of sweeps,
 * do not wait for a turn.
 */
export function withFairTurns(db: Database, connections: number): Database {
  const turns = new FairTurns({
    atOnce: connections,
    perGroup: Math.max(1, Math.ceil(connections / 2)),
  });

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const group = requestingGroup();
    // A statement within a transaction runs in the transaction's turn; waiting for a second turn could deadlock.
    if (group === undefined || !takesTurn()) return work();

    return turns.run(group, neverAborted, work);
  };

  return {
    ...db,
    query: <Row>(sql: string, params?: readonly unknown[], name?: string) =>
      inTurn(() => db.query<Row>(sql, params, name)),
    transaction: <T>(work: (tx: Queryable) => Promise<T>, options = {}) =>
      inTurn(() => db.transaction((tx) => withoutTurn(() => work(tx)), options)),
  };
}
