/** Some fields of results as JSON, which a thread parses. */
import type { Results } from '@reelsight/contract';
import type { Queryable } from './database.ts';

/** Undefined if there are no results. */
export async function findResultFields(
  db: Queryable,
  jobId: string,
  fields: readonly (keyof Results & string)[],
): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(
    `select (select coalesce(jsonb_object_agg(one.key, one.value), '{}') from jsonb_each(results) as one
       where one.key = any($2))::text as json
     from job_results where job_id = $1`,
    [jobId, fields],
  );
  return row?.json;
}
