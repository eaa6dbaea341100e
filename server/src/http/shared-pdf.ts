/** Makes the PDF file of a shared job: its brands and their exposure, which are the parts that the link shows. */
import { Fault } from '@reelsight/contract';
import { testTitle, testWarning } from '@reelsight/contract/testing-words';
import { findJobFacts } from '../db/jobs/job-facts.ts';
import { findShareLogo, type HeldJobShare } from '../db/shares.ts';
import { slotsOfNames } from '../domain/brands/brand-colours.ts';
import { keptOf } from '../domain/exposure/kept-exposures.ts';
import type { ReportThread } from '../reports/reports-thread.ts';
import { readFrames } from '../storage/stored-frames.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import type { CallDeps } from './call.ts';

const threadEntry = new URL('../reports/reports-thread.ts', import.meta.url);
/** Longer than the file of one video takes, and enough memory for all appearances in ten hours of it. */
const threadLimits = { limitMs: 60_000, heapMegabytes: 512, graceMs: 0, keepsState: true };

export interface SharedPdf {
  readonly share: HeldJobShare;
  /** Address of the link: the pages lead there, as its reader has no account. */
  readonly sharedAt: string;
  /** Whether the job is one of a test workspace. */
  readonly isTest: boolean;
}

/** Throws Fault NOT_FOUND if the job has no brands. */
export async function makeSharedPdf(
  { domain, storage }: CallDeps,
  { share, sharedAt, isTest }: SharedPdf,
  signal: AbortSignal,
): Promise<Buffer> {
  const { workspace_id: workspaceId, job_id: jobId } = share;
  const [job] = await findJobFacts(domain.db, workspaceId, [jobId]);
  if (!job) throw new Fault('NOT_FOUND', jobId);

  const thread = new WorkerThread<ReportThread>(threadEntry, threadLimits);
  try {
    for await (const group of keptOf(domain, [job], ['form', 'sums'], { signal }))
      for (const { kept: stored } of group) {
        if (!stored?.form) throw new Fault('NOT_FOUND', 'no brands');
        const facts = {
          job_id: job.id,
          title: job.title,
          duration_seconds: job.analysed_seconds ?? 0,
          completed_at: job.completed_at?.toISOString() ?? null,
        };
        const order = { facts, form: stored.form, sums: stored.sums, options: {}, audience: null };
        if (!(await thread.run('video', order, signal))) throw new Fault('NOT_FOUND', 'no brands');
      }

    const { paths, names } = await thread.run(
      'rest',
      {
        report_id: share.id,
        title: isTest ? testTitle(job.title ?? 'Video') : (job.title ?? 'Video'),
        created_at: domain.now().toISOString(),
        logo: share.names_sender ? await logoOf(domain, share) : null,
        detail: 'summary',
        chosenVideos: 1,
        missing: isTest ? [testWarning] : [],
        origin: new URL(sharedAt).origin,
        sharedAt,
        asked: { brands: null, minConfidence: null, cpmUsd: null, audience: null },
      },
      signal,
    );
    // Whatever the results refer to, a link shows no picture of another job.
    const ownPaths = paths.filter((path) => path.startsWith(`/v1/frames/${jobId}/`));
    const frames = await readFrames(storage, workspaceId, ownPaths);
    const slots = await slotsOfNames(domain.db, workspaceId, names);
    await thread.run('frames', { frames, slots }, signal);

    return Buffer.from(await thread.run('make', 'pdf', signal));
  } finally {
    await thread.close();
  }
}

async function logoOf({ db }: CallDeps['domain'], { id }: HeldJobShare) {
  const logo = await findShareLogo(db, id);
  return logo ? { bytes: logo.png, width: logo.width, height: logo.height } : null;
}
