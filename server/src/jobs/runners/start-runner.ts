/**
 * A runner: does parts for a service that it reaches only over HTTPS, in the same kind of engine hosts that a worker
 * has.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartOrdered, RunnerHeartbeat, RunnerTerms } from '@reelsight/contract';
import type { EngineSettings } from '../../engines/registry.ts';
import { partProtocol } from '../../perception/part.ts';
import type { PartQueue } from '../../queue/queue.ts';
import { sendHeartbeats } from '../heartbeat.ts';
import { openEngineGrants } from '../hosts/engine-grants.ts';
import { EngineHosts, type HostOptions } from '../hosts/engine-hosts.ts';
import type { PartTerms } from '../parts/held-part.ts';
import { PartFilesOfJobs } from '../parts/part-files.ts';
import { type PartDeps, PartRunner } from '../parts/part-runner.ts';
import { removeOldFolders } from '../remove-old-folders.ts';
import { orderedParts } from './ordered-parts.ts';
import { RemoteParts, type RemoteTask } from './remote-parts.ts';
import { CallRefused, leastWaitMs, mostWaitMs, type ServiceClient } from './service-client.ts';

export interface RunnerOptions {
  readonly client: ServiceClient;
  /** Version of this program. */
  readonly version: string;
  /** Folder for temporary files that may be lost; may be shared with other runners, but not with a worker. */
  readonly workFolder: string;
  /** Kinds of parts the runner takes; at least one. */
  readonly serves: readonly PartQueue[];
  readonly hosts: Pick<HostOptions, 'count' | 'memoryMb' | 'parts'>;
  /** The script that the hosts run. Default: `host.ts`; tests pass their own. */
  readonly hostScript?: URL;
  readonly environment: Readonly<Record<string, string>>;
  readonly engines: EngineSettings;
  /** Key of the model server; it never leaves this process. */
  readonly remoteKey: string | null;
  /** Engines that will be used, one for each kind of work. */
  readonly engineNames: RunnerHeartbeat['engines'];
  readonly onStage: PartDeps['onStage'];
  readonly log: PartDeps['log'];
}

export interface Runner {
  /** Rejects if the service will never accept this runner, because of its token or its version. */
  readonly done: Promise<void>;
  /** Immediately gives back the parts that the runner holds. */
  close(): Promise<void>;
}

const beatMs = 2000;
/**
 * The first heartbeat is retried for this long, because the network of a machine that has just started may not be
 * available yet.
 */
const startPatienceMs = 5000;
const claimSeconds = 25;
/** An answer may take longer to arrive than the service waits for a part, so the limit is longer than that wait. */
const claimLimitMs = (claimSeconds + 20) * 1000;
/** Age at which an unused work folder is removed: much longer than a runner ever goes without writing to its folder. */
const workAgeMs = 24 * 3_600_000;

/** Resolves once the service has accepted the first heartbeat. Throws CallRefused or ServiceAway. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const runner = new RunningRunner(options);
  try {
    await runner.start();
  } catch (error) {
    await runner.close();
    throw error;
  }

  return runner;
}

class RunningRunner implements Runner {
  readonly #options: RunnerOptions;
  readonly #instance = randomUUID();
  readonly #workDir: string;
  readonly #port: RemoteParts;
  readonly #stop = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  readonly #underWay = new Set<Promise<void>>();
  /** Functions that close what was opened; called in reverse order. */
  readonly #closers: (() => Promise<unknown>)[] = [];
  #terms: PartTerms | null = null;
  /** The queues that the service allows the runner to serve. */
  #serves: readonly PartQueue[] = [];
  #advice: string | null = null;
  #runner: PartRunner | null = null;
  /** When the current claim was sent; null if there is none. */
  #claimingSince: number | null = null;
  #freed = Promise.withResolvers<void>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#workDir = join(options.workFolder, this.#instance);
    this.#port = new RemoteParts(options.client);
    this.#ended.promise.catch(() => undefined);
  }

  get done(): Promise<void> {
    return this.#ended.promise;
  }

  async start(): Promise<void> {
    await removeOldFolders(this.#options.workFolder, workAgeMs);
    // Sent before anything is started, so that a wrong address or token is reported early.
    await this.#beat(startPatienceMs);
    this.#closers.push(() => this.#options.client.delete(`/instances/${this.#instance}`));
    await mkdir(join(this.#workDir, 'tmp'), { recursive: true });
    this.#closers.push(() => rm(this.#workDir, { recursive: true, force: true }));

    const inUse = setInterval(() => {
      void utimes(this.#workDir, new Date(), new Date()).catch(() => undefined);
    }, workAgeMs / 24);
    this.#closers.push(async () => clearInterval(inUse));
    this.#runner = await this.#openRunner();

    const silence = sendHeartbeats(
      () => this.#beat(),
      (error) => this.#trouble(error),
      beatMs,
    );
    this.#closers.push(async () => silence());

    const loop = this.#claimLoop(this.#runner);
    this.#closers.push(() => loop);
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the runner is closing'));
    await Promise.all(this.#underWay);
    for (const close of this.#closers.reverse().splice(0)) await close().catch(() => undefined);
    this.#ended.resolve();
  }

  async #openRunner(): Promise<PartRunner> {
    const { hosts: hostOptions, hostScript, environment, log, onStage } = this.#options;
    const { grant, close } = await openEngineGrants(this.#options.engines, this.#options.remoteKey);
    this.#closers.push(close);

    const hosts = new EngineHosts({
      ...hostOptions,
      environment,
      log,
      tmpDir: join(this.#workDir, 'tmp'),
      script: hostScript ?? new URL('../hosts/host.ts', import.meta.url),
    });
    this.#closers.push(() => hosts.close());

    const { store } = this.#port;
    const files = new PartFilesOfJobs(store, join(this.#workDir, 'jobs'));

    return new PartRunner({
      port: this.#port,
      storage: store,
      files,
      hosts,
      engines: grant,
      onStage,
      log,
      workerId: this.#instance,
      workDir: this.#workDir,
      onHost: () => undefined,
      terms: () => this.#terms as PartTerms,
    });
  }

  get #said() {
    const { version } = this.#options;
    return { protocol: partProtocol, version, instance: this.#instance };
  }

  async #beat(patienceMs = 0): Promise<void> {
    const { client, serves, hosts, engineNames } = this.#options;
    const running = this.#runner?.running ?? new Map();
    const body = { ...this.#said, serves, hosts: hosts.count, engines: engineNames };
    const answer = await client.ask<RunnerTerms>('/heartbeat', body, { patienceMs });
    this.#terms = {
      deadlines: answer.deadlines as unknown as PartTerms['deadlines'],
      proofFrames: answer.proof_frames,
      storyboardTiles: answer.storyboard_tiles,
    };
    this.#serves = answer.serves;

    if (answer.advice && answer.advice !== this.#advice)
      this.#options.log(answer.advice, { serves: answer.serves });

    this.#advice = answer.advice;
    const claimMs = this.#claimingSince === null ? -1 : performance.now() - this.#claimingSince;
    // A part that does not run here may be in the answer to the current claim, unless it was held before that claim
    // was sent.
    const owned = answer.owned
      .filter((part) => running.has(part.task) || part.held_ms > claimMs)
      .map(({ task: task_id, job_id, number, kind }) => ({ task_id, job_id, number, kind }));
    await this.#runner?.keepTo(owned, running);
  }

  /** Handles the failure of a heartbeat or a claim. */
  #trouble(error: unknown): void {
    if (this.#stop.signal.aborted) return;

    if (error instanceof CallRefused && error.isFinal) {
      this.#ended.reject(error);
      // The service will not accept any more work from this runner.
      this.#stop.abort(error);
      return;
    }

    const detail = error instanceof Error ? error.message : String(error);
    this.#options.log('the service does not answer', { detail });
  }

  async #claimLoop(runner: PartRunner): Promise<void> {
    const { signal } = this.#stop;
    let waitMs = leastWaitMs;

    while (!signal.aborted) {
      this.#freed = Promise.withResolvers();

      if (runner.room <= 0) {
        await Promise.race([this.#freed.promise, sleep(1000)]);
        continue;
      }

      try {
        for (const part of await this.#claim(runner.room)) this.#begin(runner, part);
        waitMs = leastWaitMs;
      } catch (error) {
        this.#trouble(error);
        await sleep(waitMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
        waitMs = Math.min(2 * waitMs, mostWaitMs);
      }
    }
  }

  async #claim(count: number): Promise<readonly PartOrdered[]> {
    const { client } = this.#options;
    const body = { ...this.#said, serves: this.#serves, count, wait_seconds: claimSeconds };
    this.#claimingSince = performance.now();

    try {
      const options = { signal: this.#stop.signal, limitMs: claimLimitMs };
      return orderedParts(await client.ask<unknown>('/claims', body, options));
    } finally {
      this.#claimingSince = null;
    }
  }

  #begin(runner: PartRunner, part: PartOrdered): void {
    const release = this.#port.hold(part);
    const data: RemoteTask = { part };
    const { signal } = this.#stop;
    const work = runner
      .run({ id: part.task, data, signal, triedAgain: true })
      .catch((error: unknown) =>
        this.#options.log('task failed', {
          error: error instanceof Error ? error.stack : String(error),
        }),
      )
      .finally(() => {
        release();
        this.#underWay.delete(work);
        this.#freed.resolve();
      });

    this.#underWay.add(work);
  }
}
