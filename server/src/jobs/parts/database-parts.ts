/** Gives parts to a worker that has access to the service's database and storage. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import {
  artifactsFolder,
  framesFolder,
  type Holder,
  partsFolder,
} from '../../artifacts/stored-paths.ts';
import { type ClaimedPart, type PartKey, type PartRow, partsOf } from '../../db/jobs/job-parts.ts';
import { findJob } from '../../db/jobs/jobs.ts';
import type { Domain } from '../../domain/domain.ts';
import type { Interruption } from '../../domain/jobs/lifecycle.ts';
import { settleJob } from '../../domain/jobs/settle-jobs.ts';
import { isTerminal } from '../../domain/states/job-states.ts';
import type { Artifacts } from '../../perception/artifacts.ts';
import { describesSight, type PartKind } from '../../perception/part.ts';
import { sightsOf } from '../../perception/sight/part-sight.ts';
import { frameKey } from '../../storage/frame-key.ts';
import type { Storage } from '../../storage/storage.ts';
import { keyOfText } from '../../storage/storage-key.ts';
import { handedOver } from '../../threads/worker-thread.ts';
import type { PartResult } from '../hosts/engine-hosts.ts';
import { removeLate } from '../remove-late.ts';
import type { Deadlines } from '../stages.ts';
import { claimPart, endPart, failPartsJob, interruptPart } from './conductor.ts';
import type { HeldPart, PartBefore, PartFacts, PartPort } from './held-part.ts';
import { overdue } from './overdue.ts';
import { keepStage, partKey } from './part-artifacts.ts';

export interface DatabasePartsOptions {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly workerId: string;
  readonly deadlines: Deadlines;
}

export const databaseParts = (options: DatabasePartsOptions): PartPort => ({
  claim: async (task) => {
    const part = await claimPart(options.domain, task.id, options.workerId);
    return part && new DatabasePart(options, part);
  },
  giveBack: (part) => giveBack(options.domain, part),
});

/** Gives back a part that its worker does not run. */
export const giveBack = (
  domain: Domain,
  part: PartKey,
): Promise<'again' | 'given up' | 'stale'> => {
  const fault = new Fault('PROCESSING_ERROR', 'the worker does not run the part');
  return interruptPart(domain, part, 'closing', fault);
};

class DatabasePart implements HeldPart {
  readonly facts: ClaimedPart & Pick<PartFacts, 'describes_sight'>;
  readonly #options: DatabasePartsOptions;

  constructor(options: DatabasePartsOptions, facts: ClaimedPart) {
    this.#options = options;
    const describes_sight = describesSight(facts.kind as PartKind, facts.ask.capabilities);
    this.facts = { ...facts, describes_sight };
  }

  overdue(): Promise<Fault | null> {
    const { domain, deadlines } = this.#options;
    return overdue(domain, this.facts, deadlines);
  }

  before(): Promise<readonly PartBefore[]> {
    return partsBeforeJoin(this.#options.domain, this.facts.job_id);
  }

  /** Stores the artifact before it ends the part, so that every ended part has an artifact. */
  async end({ outcome, usage }: PartResult, signal: AbortSignal): Promise<boolean> {
    const { domain, storage } = this.#options;
    const body = Buffer.from(JSON.stringify(outcome.artifact));
    await storage.put(partKey(holderOf(this.facts), this.facts), body, { signal });
    const end = {
      usage: usage as Record<string, number>,
      found: outcome.found,
      ...sightsOf(outcome.artifact as Artifacts[keyof Artifacts]),
    };
    return endPart(domain, this.facts, end);
  }

  /**
   * Stores frames first, then results, charge and state in one transaction, so that results never refer to missing
   * frames.
   */
  async settle(folder: string, usage: PartResult['usage'], signal: AbortSignal) {
    const { domain, storage } = this.#options;
    const job = holderOf(this.facts);
    const frames = await readdir(join(folder, 'merging', 'frames'));
    for (const file of frames) {
      const path = join(folder, 'merging', 'frames', file);
      await storage.put(frameKey(job, file), { path }, { contentType: 'image/jpeg', signal });
    }

    await keepStage(storage, job, 'merging', folder, signal);
    const json = await readFile(join(folder, 'merging', 'results.json'));
    const hasThumbnail = frames.includes('thumbnail.jpg');

    return settleJoin(domain, this.facts, { results: handedOver(json), usage, hasThumbnail });
  }

  interrupt(reason: Interruption, fault: Fault, limitMs: number): Promise<string> {
    return interruptPart(this.#options.domain, this.facts, reason, fault, limitMs);
  }

  async fail(fault: Fault): Promise<void> {
    await failPartsJob(this.#options.domain, this.facts, fault);
  }

  leave(): Promise<void> {
    const { domain, storage } = this.#options;
    return removeLeftovers(domain, storage, holderOf(this.facts));
  }
}

export const holderOf = (part: Pick<ClaimedPart, 'job_id' | 'workspace_id'>): Holder => ({
  id: part.job_id,
  workspace_id: part.workspace_id,
});

export async function partsBeforeJoin(domain: Domain, jobId: string): Promise<PartRow[]> {
  const parts = await partsOf(domain.db, jobId);
  return parts.filter(({ kind }) => kind !== 'ingestion' && kind !== 'join');
}

/**
 * Writes results, charge and state of a job whose join has ended. Returns the usage of the whole job; null if the
 * attempt has lost the job.
 */
export async function settleJoin(
  domain: Domain,
  part: Pick<ClaimedPart, 'job_id' | 'attempt'>,
  end: {
    /** As JSON. */
    readonly results: Uint8Array<ArrayBuffer>;
    readonly usage: PartResult['usage'];
    readonly hasThumbnail: boolean;
  },
): Promise<Readonly<Record<string, number>> | null> {
  const { job_id: id, attempt } = part;
  const settled = await settleJob(
    domain,
    { id, attempt },
    {
      results: end.results,
      usage: end.usage as Record<string, number>,
      thumbnailUrl: end.hasThumbnail ? `/v1/frames/${id}/thumbnail.jpg` : null,
    },
  );
  return settled?.usage ?? null;
}

/**
 * Deletes the files stored for a part whose job was already lost, unless the job continues elsewhere. If the job has
 * completed, deletes only its part files, because some may have been stored after its other part files were removed.
 */
export async function removeLeftovers(
  domain: Domain,
  storage: Storage,
  job: Holder,
): Promise<void> {
  const { id, workspace_id } = job;
  const row = await findJob(domain.db, workspace_id, id);
  if (row && !isTerminal(row.status)) return;

  const prefixes = [row ? partsFolder(job) : artifactsFolder(job)];
  if (row?.status !== 'completed') prefixes.push(framesFolder(job));
  await removeLate(domain, storage, prefixes.map(keyOfText));
}
