/** Queries over the seconds of decoding that owners of workspaces have not paid for. */
import type { Queryable } from '../database.ts';
import { ownerGroupSql } from '../workspaces/members.ts';

/** Seconds of an owner, who is named as by `ownerGroup`. */
export interface SecondsOfOwner {
  readonly owner: string;
  readonly seconds: number;
}

/**
 * Returns SQL for the seconds that still count: some of them are taken back all the time. A transaction that began
 * before the row was written sees no time elapsed.
 */
const secondsLeft = (perSecond: string): string =>
  `greatest(0, counted.seconds - ${perSecond}::float8 * greatest(0, extract(epoch from now() - counted.counted_at)::float8))`;

const columnsOf = (sums: readonly SecondsOfOwner[]): [string[], number[]] => [
  sums.map(({ owner }) => owner),
  sums.map(({ seconds }) => seconds),
];

/**
 * Counts more seconds of owners, each of whom is named once; those of operators do not count. `takenBack` is how many
 * of its seconds a row loses in a second. The rows stay locked, so this comes last in a transaction.
 */
export async function addUnpaidDecoding(
  tx: Queryable,
  sums: readonly SecondsOfOwner[],
  takenBack: number,
): Promise<void> {
  await tx.query(
    `insert into unpaid_decoding as counted (owner, seconds, counted_at)
     select owner, seconds, now() from unnest($1::text[], $2::float8[]) as added (owner, seconds)
     where not exists (select 1 from users where users.id = added.owner and users.operator)
     order by owner
     on conflict (owner) do update set
       seconds = ${secondsLeft('$3')} + excluded.seconds, counted_at = greatest(counted.counted_at, now())`,
    [...columnsOf(sums), takenBack],
  );
}

/** Takes seconds back from those owners who have any. The rows stay locked, so this comes last in a transaction. */
export async function takeBackUnpaidDecoding(
  tx: Queryable,
  sums: readonly SecondsOfOwner[],
  takenBack: number,
): Promise<void> {
  await tx.query(
    `with locked as (
       select owner, paid.seconds from unpaid_decoding
       join unnest($1::text[], $2::float8[]) as paid (owner, seconds) using (owner)
       order by owner for update of unpaid_decoding)
     update unpaid_decoding as counted set
       seconds = greatest(0, ${secondsLeft('$3')} - locked.seconds), counted_at = greatest(counted.counted_at, now())
     from locked where counted.owner = locked.owner`,
    [...columnsOf(sums), takenBack],
    'take back unpaid decoding',
  );
}

/** The seconds that count now for the owner of each workspace; workspaces whose owner has none are left out. */
export async function unpaidDecodingOf(
  db: Queryable,
  workspaceIds: readonly string[],
  takenBack: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ workspace_id: string; seconds: number }>(
    `select workspace.id as workspace_id, ${secondsLeft('$2')} as seconds
     from unnest($1::text[]) as workspace (id)
     join unpaid_decoding as counted on counted.owner = ${ownerGroupSql('workspace.id')}`,
    [workspaceIds, takenBack],
    'unpaid decoding',
  );
  return new Map(rows.map(({ workspace_id, seconds }) => [workspace_id, seconds]));
}

/** Removes the rows of owners of whom no second counts any more. */
export async function forgetPaidDecoding(db: Queryable, takenBack: number): Promise<void> {
  await db.query(`delete from unpaid_decoding as counted where ${secondsLeft('$1')} = 0`, [
    takenBack,
  ]);
}
