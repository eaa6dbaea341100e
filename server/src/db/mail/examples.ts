/** Queries over the last example of an alert, or report by hand, that was mailed to a person. */
import type { Queryable } from '../database.ts';

export interface ExampleMail {
  readonly workspaceId: string;
  /** As `mailAddressKey` writes it. */
  readonly address: string;
  /** The message of the alert, or the run. */
  readonly sourceId: string;
}

/**
 * Notes an example to the person. Returns null, also if it was noted for this source before; otherwise, if another one
 * was asked for less than `pauseMs` ago, when that was.
 */
export async function noteExample(
  tx: Queryable,
  { workspaceId, address, sourceId }: ExampleMail,
  { now, pauseMs }: { readonly now: Date; readonly pauseMs: number },
): Promise<Date | null> {
  const oldest = new Date(now.getTime() - pauseMs);
  // One that was noted that much later than now was noted by a clock that was ahead. Calls at once may differ by moments.
  const latest = new Date(now.getTime() + pauseMs);
  const noted = await tx.query(
    `insert into mail_examples as e (workspace_id, address, source_id, asked_at) values ($1, $2, $3, $4)
     on conflict (workspace_id, address) do update set source_id = excluded.source_id, asked_at = excluded.asked_at
     where e.source_id = excluded.source_id or e.asked_at <= $5 or e.asked_at > $6 returning 1`,
    [workspaceId, address, sourceId, now, oldest, latest],
    'note example mail',
  );
  if (noted.length > 0) return null;

  const rows = await tx.query<{ asked_at: Date }>(
    'select asked_at from mail_examples where workspace_id = $1 and address = $2',
    [workspaceId, address],
    'last example mail',
  );
  return rows[0]?.asked_at ?? null;
}

/** Forgets an example that comes to nothing. */
export async function forgetExample(tx: Queryable, sourceId: string): Promise<void> {
  await tx.query('delete from mail_examples where source_id = $1', [sourceId], 'forget example');
}
