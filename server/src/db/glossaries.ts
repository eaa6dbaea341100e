/** Queries over the glossaries of workspaces, of which each revision is a row. */
import type { GlossaryTerm } from '@reelsight/contract';
import { cleanJson } from './clean-text.ts';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';

export interface GlossaryRow {
  readonly terms: readonly GlossaryTerm[];
  readonly revision: number;
  readonly created_at: Date;
}

/** The revision that stands. */
export async function findGlossary(
  db: Queryable,
  workspaceId: string,
): Promise<GlossaryRow | undefined> {
  const rows = await db.query<GlossaryRow>(
    `select terms, revision, created_at from glossaries
     where workspace_id = $1 order by revision desc limit 1`,
    [workspaceId],
    'find glossary',
  );
  return rows[0];
}

export interface GlossaryState extends Pick<GlossaryRow, 'revision' | 'created_at'> {
  /** Whether its terms are the given ones. */
  readonly is_same: boolean;
}

/** What is known of the revision that stands without reading its terms, which may be thousands. */
export async function compareGlossary(
  db: Queryable,
  workspaceId: string,
  terms: readonly GlossaryTerm[],
): Promise<GlossaryState | undefined> {
  const rows = await db.query<GlossaryState>(
    `select revision, created_at, terms = $2::jsonb as is_same from glossaries
     where workspace_id = $1 order by revision desc limit 1`,
    [workspaceId, cleanJson(terms)],
    'compare glossary',
  );
  return rows[0];
}

export async function findGlossaryTerms(
  db: Queryable,
  workspaceId: string,
  revision: number,
): Promise<readonly GlossaryTerm[] | undefined> {
  const rows = await db.query<Pick<GlossaryRow, 'terms'>>(
    'select terms from glossaries where workspace_id = $1 and revision = $2',
    [workspaceId, revision],
    'find terms of a glossary',
  );
  return rows[0]?.terms;
}

export async function insertGlossary(
  tx: Queryable,
  workspaceId: string,
  { terms, revision, created_at }: GlossaryRow,
): Promise<void> {
  await tx.query(
    `insert into glossaries (workspace_id, revision, terms, created_at) values ($1, $2, $3::jsonb, $4)`,
    [workspaceId, revision, cleanJson(terms), created_at],
  );
}

/**
 * A job that is being stored may use a revision that another transaction replaces at the same time, so this many
 * revisions before the last are kept in any case.
 */
const keptRevisions = 10;

/** Removes old revisions, unless a job that is not done yet uses them. */
export async function removeOldGlossaries(
  tx: Queryable,
  workspaceId: string,
  lastRevision: number,
): Promise<void> {
  await tx.query(
    `delete from glossaries g where g.workspace_id = $1 and g.revision < $2
       and not exists (
         select 1 from jobs j where j.workspace_id = $1 and j.status in ('pending', 'processing', 'held')
           and (j.ask ->> 'glossary_revision')::int = g.revision)`,
    [workspaceId, lastRevision - keptRevisions],
    'remove old glossaries',
  );
}

/** Number of revisions that are kept. */
export const countGlossaries = (tx: Queryable, workspaceId: string): Promise<number> =>
  countOf(tx, 'select count(*) as count from glossaries where workspace_id = $1', [workspaceId]);

/**
 * SQL for the ask of a new job: the caller's ask with the revision of the glossary that stands, unless the ask leaves
 * the glossary out. `made` names the row of the job.
 */
export const askWithGlossary = `(made.ask - 'glossary_revision') || case
  when made.ask -> 'glossary' = 'false'::jsonb then '{}'::jsonb
  else coalesce(
    (select jsonb_build_object('glossary_revision', max(g.revision)) from glossaries g
     where g.workspace_id = made.workspace_id having count(*) > 0), '{}'::jsonb) end`;
