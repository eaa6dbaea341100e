/** Total credits of all workspaces, for the operator. */
import type { Queryable } from '../database.ts';

export interface CreditSums {
  readonly plan: number;
  readonly purchased: number;
  /** Credits reserved for jobs in processing. */
  readonly reserved: number;
}

/** Reads every workspace. */
export async function creditSums(db: Queryable): Promise<CreditSums> {
  const rows = await db.query<CreditSums>(
    `select coalesce(sum(plan_credits), 0)::bigint as plan, coalesce(sum(purchased_credits), 0)::bigint as purchased,
       coalesce(sum(reserved_credits), 0)::bigint as reserved
     from workspaces where deleted_at is null`,
  );
  return rows[0] ?? { plan: 0, purchased: 0, reserved: 0 };
}
