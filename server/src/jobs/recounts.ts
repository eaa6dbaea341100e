/**
 * Looks for brands of libraries in the results of earlier jobs, a few jobs at a time, one workspace after the other.
 * No video is analysed again: only texts and speech that the results have are read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from '../analysis/name-key.ts';
import { parseResultFields } from '../artifacts/results-text.ts';
import { listBrandRows } from '../db/brands/brand-library.ts';
import {
  jobsOfRecount,
  noteRecountStep,
  releaseRecount,
  removeRecount,
  type TakenRecount,
  takeRecount,
} from '../db/brands/brand-recounts.ts';
import { readResults } from '../domain/corrections/read-results.ts';
import { addRecounted, brandToRecount, removeRecounted } from '../domain/corrections/recounts.ts';
import type { Domain } from '../domain/domain.ts';
import { relist } from '../domain/exposure/job-lists.ts';
import type { Lexicon } from '../perception/brands/brand-lexicon.ts';
import { withLibrary } from '../perception/brands/brand-library.ts';
import { loadLexicon } from '../perception/brands/brand-names.ts';
import { BrandRecount } from '../perception/brands/recounted.ts';

export interface RecountDeps {
  readonly domain: Domain;
  /** Path of the operator's file of brands; null if there is none. */
  readonly brandsFile: string | null;
}

/** Jobs that are read before the next workspace has its turn; their results together take about a second. */
const jobsAtOnce = 10;
const failedSeconds = 60;

const recountedFields = ['brands', 'on_screen_text', 'possible_brands', 'transcription'] as const;

/** Goes on with one recount; returns its workspace, or undefined if there is none to go on with. */
export async function recountSome(
  deps: RecountDeps,
  afterWorkspace: string,
): Promise<string | undefined> {
  const { domain } = deps;
  const recount = await takeRecount(domain.db, afterWorkspace, jobsAtOnce);
  if (!recount) return undefined;

  try {
    if (recount.state === 'undoing') await undoSome(domain, recount);
    else await countSome(deps, recount);
  } catch (error) {
    await releaseRecount(domain.db, recount, failedSeconds);
    throw error;
  }

  return recount.workspace_id;
}

async function countSome(deps: RecountDeps, recount: TakenRecount): Promise<void> {
  const { domain } = deps;
  const brand = await brandRecount(deps, recount);
  let changed = 0;
  let appearances = 0;

  if (brand) {
    const options = { corrected: true, fields: recountedFields, frames: false, name: 'recount' };
    for await (const { job_id: jobId, json } of readResults(domain, recount.next, options)) {
      const missing = brand.finder.missingIn(
        parseResultFields<(typeof recountedFields)[number]>(json),
      );
      const addition = { jobId, name: brand.name, appearances: missing };
      if (!(await addRecounted(domain, recount, addition))) continue;

      changed += 1;
      appearances += missing.length;
      await relist(domain, jobId, domain.now());
    }
  }

  const read = recount.next.length;
  await noteRecountStep(domain.db, recount, { read, changed, appearances, now: domain.now() });
}

/** Undefined if the library no longer has the brand, or now excludes it. */
async function brandRecount({ domain, brandsFile }: RecountDeps, recount: TakenRecount) {
  const entry = await brandToRecount(domain, recount);
  if (!entry || entry.exclude || recount.next.length === 0) return undefined;

  const library = await listBrandRows(domain.db, recount.workspace_id);
  const lexicon = withLibrary(await lexiconOf(brandsFile), library, []);
  const identity = identityOf(entry.name);
  const brand = lexicon.brands.find(({ name }) => identityOf(name) === identity);

  return brand && { name: entry.name, finder: new BrandRecount(brand, lexicon) };
}

/** Loaded when the first brand is recounted. Like analyses, recounts read the operator's file only once per process. */
let lexicon: Promise<Lexicon> | undefined;
function lexiconOf(operatorFile: string | null): Promise<Lexicon> {
  lexicon ??= loadLexicon({ operatorFile });
  lexicon.catch(() => {
    lexicon = undefined;
  });
  return lexicon;
}

async function undoSome(domain: Domain, recount: TakenRecount): Promise<void> {
  const jobs = await jobsOfRecount(domain.db, recount, jobsAtOnce);
  for (const jobId of jobs) {
    await removeRecounted(domain, recount, jobId);
    await relist(domain, jobId, domain.now());
  }

  if (jobs.length === 0) await removeRecount(domain.db, recount);
  else await releaseRecount(domain.db, recount, 0);
}

/** Pause between two checks for work. */
const idleMs = 1000;
/** Pause after work, so that others can use the database and this process too. */
const busyMs = 100;

/** Goes on with recounts until `signal` aborts. Reports errors and tries again. */
export async function keepRecounting(
  deps: RecountDeps,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<void> {
  let lastWorkspace = '';
  while (!signal.aborted) {
    const workspace = await recountSome(deps, lastWorkspace).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    lastWorkspace = workspace ?? lastWorkspace;
    const pauseMs = workspace === undefined ? idleMs : busyMs;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
