/** Adds and undoes people's corrections of the results of a job. The results themselves are stored unchanged. */
import {
  type Correction,
  type CreateCorrection,
  correctionLimits,
  Fault,
  invalidInput,
} from '@reelsight/contract';
import { nameRule } from '@reelsight/contract/name-identity';
import type { Request } from '../../corrections/refusal.ts';
import type { Applied, Said } from '../../corrections/things.ts';
import {
  type CorrectionRange,
  type CorrectionRow,
  correctionRows,
  correctionRowsIn,
  correctionsJson,
  correctionsSize,
  countCorrections,
  findOutline,
  insertCorrection,
  removeCorrection,
} from '../../db/corrections.ts';
import type { Queryable } from '../../db/database.ts';
import { findJob, type JobRow, lockOwnJob } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { transcriptChanges } from '../../db/transcripts.ts';
import type { Domain } from '../domain.ts';
import { correctionThreads } from './correction-threads.ts';
import { followCorrection } from './follow-correction.ts';
import { checkLearnedName, learn, unlearn } from './learned-brands.ts';

/**
 * Corrections by job, in the order they were made, and last what was mended in the transcript; jobs without any are
 * absent. `heard`: of transcripts only the brands that follow, for readers of other fields.
 */
export async function correctionsOf(
  db: Queryable,
  jobIds: readonly string[],
  extent: 'all' | 'heard' = 'all',
): Promise<ReadonlyMap<string, Applied[]>> {
  const changes = await transcriptChanges(db, jobIds, extent);
  const corrections = new Map<string, Applied[]>(await saidOf(db, jobIds));
  for (const [id, change] of changes) corrections.set(id, [...(corrections.get(id) ?? []), change]);
  return corrections;
}

/** What was said of things, by job. */
async function saidOf(db: Queryable, jobIds: readonly string[]): Promise<Map<string, Said[]>> {
  const rows = await correctionRows(db, jobIds);
  const groups = Map.groupBy(rows, ({ job_id }) => job_id);
  return new Map([...groups].map(([id, groupRows]) => [id, groupRows.map(saidBy)]));
}

const saidBy = (row: CorrectionRow): Said => ({
  ...correctionView(row),
  ...(row.name_rule < nameRule && { by_former_names: true as const }),
});

/** Returns the bytes of the job's corrections as they are stored. Throws Fault JOB_NOT_FOUND. */
export async function sizeOfCorrections(
  { db }: Domain,
  workspaceId: string,
  jobId: string,
): Promise<number> {
  if (!(await findJob(db, workspaceId, jobId))) throw new Fault('JOB_NOT_FOUND', jobId);
  return correctionsSize(db, jobId);
}

/** Lists the corrections of a job whose owner is known. */
export async function listCorrections(
  { db }: Domain,
  jobId: string,
  range: CorrectionRange,
): Promise<Correction[]> {
  return (await correctionRowsIn(db, jobId, range)).map(correctionView);
}

/**
 * Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED, or VALIDATION_FAILED if the correction is about something that the
 * results do not contain.
 */
export async function addCorrection(
  domain: Domain,
  workspaceId: string,
  jobId: string,
  request: CreateCorrection,
): Promise<Correction> {
  return domain.db.transaction(async (tx) => {
    const job = await mustLock(tx, workspaceId, jobId);
    const accepted = await check(domain, tx, job, saidIn(request));

    if (request.library) checkLearnedName(accepted.name);
    // For an added brand, the library gets a picture of its logo instead, which is cut from the frame once the
    // correction is stored.
    const learns = request.library && request.kind !== 'add';
    const library = learns ? await learn(domain, tx, workspaceId, accepted) : null;
    const row = { ...rowOf(domain, job, accepted), library };
    await insertCorrection(tx, workspaceId, row);
    await followCorrection(domain, tx, job);
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: job.title },
      details: detailsOf(row),
    });

    return correctionView(row);
  });
}

/** Throws Fault JOB_NOT_FOUND or NOT_FOUND. */
export async function undoCorrection(
  domain: Domain,
  workspaceId: string,
  jobId: string,
  id: string,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await mustLock(tx, workspaceId, jobId);
    const row = await removeCorrection(tx, jobId, id);
    if (!row)
      throw new Fault('NOT_FOUND', id, { text: 'There is no such correction of this job.' });

    const { name, library } = row;
    if (library && 'brand_id' in library) await unlearn(domain, tx, workspaceId, { name, library });

    await followCorrection(domain, tx, job);
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: job.title },
      details: detailsOf(row),
    });
  });
}

/** Throws Fault JOB_NOT_FOUND. */
export async function mustLock(
  tx: Queryable,
  workspaceId: string,
  jobId: string,
): Promise<Owned<JobRow>> {
  const job = await lockOwnJob(tx, workspaceId, jobId);
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  return job;
}

/**
 * Checks a correction against the job's results, and returns it as it is to be stored: one about a paid segment has the
 * name of its payer, by which people recognise it in lists. Runs while the job is locked, so that two people's
 * corrections are handled one after the other.
 */
async function check(
  domain: Domain,
  tx: Queryable,
  job: Owned<JobRow>,
  request: Request,
): Promise<Request> {
  const outline = job.status === 'completed' ? await findOutline(tx, job.id) : undefined;
  if (outline === undefined)
    throw new Fault('JOB_NOT_COMPLETED', job.status, {
      text: `Only results of a completed job can be corrected; this one is ${job.status}.`,
    });

  if ((await countCorrections(tx, job.id)) >= correctionLimits.job)
    throw invalidInput(`A job keeps at most ${correctionLimits.job} corrections. Undo one first.`);

  const corrections = await correctionsJson(tx, job.id);
  const { from, to } = job.ask;
  const video = { durationSeconds: job.duration_seconds, part: { from, to } };
  // A thousand corrections of thousands of appearances take a second to check.
  const checked = await correctionThreads(domain)
    .for(outline.length + corrections.length)
    .run('check', { outline, corrections, request, video });
  if ('refusal' in checked) throw invalidInput(checked.refusal);
  return checked.accepted;
}

/** Copies the fields of a request and drops those that are null, because null means absent. */
function saidIn({ kind, target, name, ...details }: CreateCorrection): Request {
  const { appearance, new_name, appearance_added: addedAppearance } = details;
  const { segment, segment_new } = details;
  return {
    kind,
    target,
    // Only that of a paid segment may be missing: its payer may be unknown.
    name: name?.trim() ?? '',
    ...(appearance && { appearance: plain(appearance) }),
    ...(new_name != null && { new_name: new_name.trim() }),
    ...(addedAppearance && {
      appearance_added: plain({ ...addedAppearance, box: boxOf(addedAppearance.box) }),
    }),
    ...(segment && { segment: plain(segment) }),
    ...(segment_new && { segment_new }),
  };
}

const plain = <T extends object>(input: T): T =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as T;

type Box = NonNullable<CreateCorrection['appearance_added']>['box'];

/** Cuts off the parts of the box that lie outside the frame. */
const boxOf = (box: Box): Box =>
  box && {
    x: box.x,
    y: box.y,
    width: Math.min(box.width, 1 - box.x),
    height: Math.min(box.height, 1 - box.y),
  };

function rowOf(domain: Domain, job: Owned<JobRow>, correction: Request): CorrectionRow {
  const { actor } = domain.audit;
  if (!actor) throw new Error('a correction by nobody');

  return {
    id: domain.newId('cor'),
    job_id: job.id,
    kind: correction.kind,
    target: correction.target,
    name: correction.name,
    new_name: correction.new_name ?? null,
    appearance: correction.appearance ?? null,
    added: correction.appearance_added ?? null,
    appearances: correction.appearances_added ?? null,
    recount_of: null,
    segment: correction.segment ?? null,
    segment_new: correction.segment_new ?? null,
    library: null,
    actor,
    created_at: domain.now(),
    name_rule: nameRule,
  };
}

const detailsOf = ({ id, kind, target, name, new_name, ...row }: CorrectionRow) => ({
  correction: id,
  kind,
  target,
  name,
  ...(new_name !== null && { new_name }),
  ...(row.segment && { segment: row.segment }),
  ...(row.segment_new && { segment_new: row.segment_new }),
});

export function correctionView(row: CorrectionRow): Correction {
  const { appearance, new_name, added: addedAppearance, segment, segment_new, library } = row;
  const { appearances, recount_of } = row;
  return {
    correction_id: row.id,
    job_id: row.job_id,
    kind: row.kind,
    target: row.target,
    name: row.name,
    ...(appearance && { appearance }),
    ...(new_name !== null && { new_name }),
    ...(addedAppearance && { appearance_added: addedAppearance }),
    ...(appearances && { appearances_added: appearances }),
    ...(recount_of !== null && { recount_of }),
    ...(segment && { segment }),
    ...(segment_new && { segment_new }),
    ...libraryView(library),
    actor: row.actor,
    created_at: row.created_at.toISOString(),
  };
}

function libraryView(
  library: CorrectionRow['library'],
): Pick<Correction, 'library' | 'library_refused'> {
  if (!library) return {};
  if ('refused' in library) return { library_refused: library.refused };
  const { created: _, ...learned } = library;
  return { library: learned };
}
