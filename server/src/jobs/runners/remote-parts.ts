/**
 * Parts for a runner, which claims them from a service over HTTPS and has no access to the service's database and
 * storage.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Ask, InterruptedPart, PartOrdered } from '@reelsight/contract';
import type { Fault } from '@reelsight/contract/errors';
import pLimit from 'p-limit';
import { parseResults } from '../../artifacts/results-text.ts';
import type { Interruption } from '../../domain/jobs/lifecycle.ts';
import type { StorageKey } from '../../storage/storage-key.ts';
import type { PartResult } from '../hosts/engine-hosts.ts';
import {
  type HeldPart,
  type PartFacts,
  type PartPort,
  type PartStore,
  ResultRefused,
} from '../parts/held-part.ts';
import { stageTable } from '../stages.ts';
import { CallRefused, type ServiceClient } from './service-client.ts';

/** For this long, a runner keeps trying to give back a part while the service can't be reached. */
const patienceMs = 20_000;
const resultType = 'application/vnd.reelsight.part+json';
const detailCharacters = 4000;
/** Number of files that the service accepts at once from one runner. */
const filesAtOnce = 2;

/** Data of a task in a runner: the part itself, because a runner claims a task and its part together. */
export interface RemoteTask {
  readonly part: PartOrdered;
}

export class RemoteParts implements PartPort {
  readonly #client: ServiceClient;
  /** Tasks of the parts that this runner holds, by job. */
  readonly #tasks = new Map<string, Set<string>>();

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  /** Reads files of a job, provided that at least one of the job's parts that this runner holds may read them. */
  readonly store: PartStore = {
    kind: 'service',
    download: async (key, toPath, options = {}) =>
      (await this.#tried(key, (path) => this.#client.download(path, toPath, options.signal))) ??
      false,
    get: async (key, { range, signal } = {}) => {
      if (!range) throw new Error('whole files are downloaded');
      const bytes = await this.#tried(key, (path) => this.#client.range(path, range, signal));
      return bytes && { stream: Readable.from([bytes]), sizeBytes: bytes.length, etag: '' };
    },
  };

  async claim(task: { readonly data: object }): Promise<HeldPart> {
    const { part } = task.data as RemoteTask;
    return new RemotePart(this.#client, part);
  }

  async giveBack(part: Pick<PartFacts, 'task_id'>): Promise<string> {
    const detail = 'the runner does not run the part';
    return interrupt(this.#client, part.task_id, { why: 'closing', detail });
  }

  /** Allows reading the files of the part's job until the returned function is called. */
  hold({ job_id, task }: PartOrdered): () => void {
    const tasks = this.#tasks.get(job_id) ?? new Set();
    this.#tasks.set(job_id, tasks.add(task));
    return () => {
      tasks.delete(task);
      if (tasks.size === 0) this.#tasks.delete(job_id);
    };
  }

  /**
   * Different kinds of parts may read different files of their job, so the call is tried for each part that this
   * runner holds.
   */
  async #tried<T>(
    key: StorageKey,
    fetchFile: (path: string) => Promise<T | null>,
  ): Promise<T | null> {
    const { jobId, name } = nameOf(key);
    for (const task of this.#tasks.get(jobId) ?? []) {
      const content = await fetchFile(`/parts/${task}/files/${name}`);
      if (content) return content;
    }
    return null;
  }
}

/**
 * In storage keys, a runner uses the job's id in place of the workspace id, which it does not know; this keeps the
 * keys distinct.
 */
const workspaceOf = ({ job_id }: PartOrdered): string => job_id;

/**
 * Returns the job and the file name that a key stands for: `artifacts/JOB/JOB/ingestion/media.json` is the job's file
 * `ingestion/media.json`; `brands/JOB/BRAND/FILE` is a logo.
 */
function nameOf(key: StorageKey): { jobId: string; name: string } {
  const [folder = '', jobId = '', ...rest] = key.split('/');
  if (folder === 'artifacts') return { jobId, name: rest.slice(1).join('/') };
  return { jobId, name: [folder, ...rest].join('/') };
}

class RemotePart implements HeldPart {
  readonly facts: PartFacts;
  readonly #client: ServiceClient;
  readonly #part: PartOrdered;

  constructor(client: ServiceClient, part: PartOrdered) {
    this.#client = client;
    this.#part = part;
    this.facts = {
      ...part,
      ask: part.ask as unknown as Ask,
      task_id: part.task,
      workspace_id: workspaceOf(part),
      trace: null,
    };
  }

  /** The service checks the deadlines before it hands out a part. */
  async overdue(): Promise<null> {
    return null;
  }

  async before() {
    return this.#part.before as Awaited<ReturnType<HeldPart['before']>>;
  }

  async end({ outcome, usage }: PartResult, signal: AbortSignal): Promise<boolean> {
    const { artifact, found: foundParts } = outcome;
    return this.#send({ usage, artifact, found: foundParts }, signal);
  }

  async settle(folder: string, usage: PartResult['usage'], signal: AbortSignal) {
    const merging = join(folder, 'merging');
    const pictures = (await readdir(join(merging, 'frames'))).map((file) => `frames/${file}`);
    const files = stageTable.merging.files.filter((file) => existsSync(join(merging, file)));
    const limit = pLimit(filesAtOnce);
    const store = async (name: string): Promise<boolean> => {
      const path = `/parts/${this.#part.task}/files/merging/${name}`;
      const bytes = await readFile(join(merging, name));
      return owned(this.#client.put(path, bytes, 'application/octet-stream', signal));
    };
    const outcomes = await limit.map([...pictures, ...files], store);
    if (outcomes.includes(false)) return null;

    const results = parseResults(await readFile(join(merging, 'results.json'), 'utf8'));
    return (await this.#send({ usage, results }, signal)) ? usage : null;
  }

  async interrupt(reason: Interruption, fault: Fault): Promise<string> {
    return interrupt(this.#client, this.#part.task, {
      why: reason === 'lost' ? 'crashed' : reason,
      detail: fault.detail,
    });
  }

  async fail(fault: Fault): Promise<void> {
    const { code, message: text, detail } = fault;
    await interrupt(this.#client, this.#part.task, {
      why: 'failed',
      text: text.slice(0, 500),
      detail,
      code: code as NonNullable<InterruptedPart['code']>,
    });
  }

  /** Does nothing, because the service itself removes the files stored for the part. */
  async leave(): Promise<void> {}

  #send(result: object, signal: AbortSignal): Promise<boolean> {
    const body = Buffer.from(JSON.stringify(result));
    const path = `/parts/${this.#part.task}/result`;
    return owned(this.#client.put(path, body, resultType, signal));
  }
}

/** Returns false if the service answers that the part now belongs to another worker. */
async function owned(sent: Promise<void>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'PART_LOST') return false;
    if (error instanceof CallRefused && error.code === 'VALIDATION_FAILED')
      throw new ResultRefused(`the service refused the result: ${error.message}`);
    throw error;
  }
}

/** Reports an interruption; returns what happens to the part, for the log. */
async function interrupt(
  client: ServiceClient,
  task: string,
  { detail, ...details }: InterruptedPart,
): Promise<string> {
  const body = { ...details, detail: detail.slice(0, detailCharacters) };
  try {
    const path = `/parts/${task}/interruption`;
    const { next } = await client.ask<{ next: string }>(path, body, { patienceMs });
    return next;
  } catch (error) {
    // The service takes the part back anyway once the runner's heartbeats stop.
    return `not told: ${error instanceof Error ? error.message : String(error)}`;
  }
}
