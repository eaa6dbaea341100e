/**
 * The service's side of runners: their heartbeats, and the parts they take. Each process of a runner is a row in the
 * table of workers, so the same rules for silence, fairness and retries apply as for any worker. No claim is kept in
 * memory: any API process may answer any call.
 */
import {
  type ClaimParts,
  Fault,
  type PartOrdered,
  type RunnerHeartbeat,
  type RunnerTerms,
} from '@reelsight/contract';
import { type ClaimedPart, nextQueues } from '../../db/jobs/job-parts.ts';
import { removeWorker } from '../../db/upkeep/workers.ts';
import {
  freeHosts,
  type HeldByWorker,
  heldParts,
  isRunnerValid,
  noteRunner,
  partsOfRunner,
  type RunnerHolder,
  touchRunnerProcess,
} from '../../db/workspaces/runners.ts';
import { runnerRevoked } from '../../domain/workspaces/runners.ts';
import { describesSight, type PartKind } from '../../perception/part.ts';
import type { PartQueue, TakenTask } from '../../queue/queue.ts';
import { claimPart, failPartsJob, interruptPart } from '../parts/conductor.ts';
import { giveBack, partsBeforeJoin } from '../parts/database-parts.ts';
import { overdue } from '../parts/overdue.ts';
import { partLimit } from '../stages.ts';
import { servesBy } from './fit-engines.ts';
import { checkProtocol, type DeskOptions, revoked, workerIdOf } from './options.ts';

/** Maximum number of simultaneous processes of one runner. */
const processesAtMost = 32;
/** The time of a runner's last call is recorded with this precision. */
const notedMs = 10_000;
/** Interval at which a task is touched; a task that is not touched for a minute is given to other workers. */
const touchMs = 15_000;
/** Poll interval in case a notification was missed. */
const pollMs = 1000;
/** How long after a part's time limit a runner may still report that the part took too long. */
const graceMs = 60_000;

interface Waiting {
  /** Wakes the waiting claim, so that it looks for tasks again. */
  readonly wake: () => void;
  /** Ends this wait because the same process has begun a newer one. */
  readonly replace: () => void;
}

export class RunnerClaims {
  readonly #options: DeskOptions;
  /** The waiting claim of each process, by worker id; a process has only one at a time. */
  readonly #waiting = new Map<string, Waiting>();
  /** When this process last touched the tasks of each worker. */
  readonly #touched = new Map<string, number>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /**
   * Wakes waiting claims when a runner is revoked, so that its claims end at once. Returns a function that stops
   * listening.
   */
  listen(): Promise<() => Promise<void>> {
    return this.#options.domain.db.listen(runnerRevoked, () => {
      for (const { wake } of this.#waiting.values()) wake();
    });
  }

  /** Throws Fault RUNNER_VERSION, RUNNER_LIMIT, RUNNER_ENGINES or INVALID_API_KEY. */
  async beat(runner: RunnerHolder, heartbeat: RunnerHeartbeat): Promise<RunnerTerms> {
    checkProtocol(this.#options, heartbeat);
    const { domain, terms, engines } = this.#options;
    const { serves, advice } = servesBy(heartbeat.serves, heartbeat.engines, engines);
    const { hosts } = heartbeat;
    const workerId = workerIdOf(runner, heartbeat.instance);
    const process = { workerId, runnerId: runner.id, serves, hosts };
    const limits = { most: processesAtMost, silentMs: domain.settings.stallMs };
    if (!(await touchRunnerProcess(domain.db, process, limits))) {
      if (!(await isRunnerValid(domain.db, runner.id))) throw revoked();
      throw new Fault('RUNNER_LIMIT', runner.id, {
        text: `The runner has ${processesAtMost} processes, which is the most. Create another one.`,
      });
    }

    await noteRunner(
      domain.db,
      runner.id,
      { ...heartbeat, serves },
      { now: domain.now(), everyMs: notedMs },
    );

    const ownedParts = await this.#withoutOverlong(await heldParts(domain.db, workerId));
    await this.#touch(workerId, ownedParts);

    const { deadlines, proofFrames, storyboardTiles } = terms;
    return {
      owned: ownedParts.map((part) => ({
        task: part.task_id,
        job_id: part.job_id,
        number: part.number,
        kind: part.kind,
        held_ms: part.held_ms,
      })),
      serves,
      advice,
      deadlines: { ...deadlines, stages: { ...deadlines.stages } },
      proof_frames: proofFrames,
      storyboard_tiles: storyboardTiles,
    };
  }

  /** Throws Fault RUNNER_VERSION, PART_LOST for a process without a heartbeat, or INVALID_API_KEY. */
  async claim(
    runner: RunnerHolder,
    request: ClaimParts,
    signal: AbortSignal,
  ): Promise<PartOrdered[]> {
    checkProtocol(this.#options, request);
    const workerId = workerIdOf(runner, request.instance);
    const until = performance.now() + request.wait_seconds * 1000;

    while (true) {
      const woken = this.#woken(workerId, request.serves, signal);
      const claimed = await this.#claimNow(runner, workerId, request).catch((error: unknown) => {
        woken.leave();
        throw error;
      });
      if (claimed.length > 0 && signal.aborted) await this.#giveBack(claimed);

      const leftMs = until - performance.now();
      if (claimed.length > 0 || leftMs <= 0 || signal.aborted) {
        woken.leave();
        return Promise.all(claimed.map((part) => this.#ordered(part)));
      }

      const replaced = await woken.wait(Math.min(pollMs, leftMs));
      if (replaced) return [];
    }
  }

  /** Called when a process of the runner ends: gives back all parts that it holds. */
  async leave(runner: RunnerHolder, instance: string): Promise<void> {
    const { db } = this.#options.domain;
    const workerId = workerIdOf(runner, instance);
    await removeWorker(db, workerId);
    this.#touched.delete(workerId);
    await this.#giveBack(await heldParts(db, workerId));
  }

  /** Gives back the parts that a revoked runner holds. */
  async giveBackOf(runnerId: string): Promise<void> {
    await this.#giveBack(await partsOfRunner(this.#options.domain.db, runnerId));
  }

  async #giveBack(parts: readonly Parameters<typeof giveBack>[1][]): Promise<void> {
    for (const part of parts) await giveBack(this.#options.domain, part);
  }

  async #claimNow(
    runner: RunnerHolder,
    workerId: string,
    { count, serves }: ClaimParts,
  ): Promise<ClaimedPart[]> {
    const { domain } = this.#options;
    const { db, queue, settings } = domain;
    const process = await freeHosts(db, workerId, settings.stallMs);
    if (!process) throw await this.#noProcess(runner);

    const claimCount = Math.min(count, process.free);
    const names = serves.filter((name) => process.serves.includes(name));
    if (claimCount <= 0 || names.length === 0) return [];

    const next = (queueNames: readonly string[], limit: number) =>
      nextQueues(db, queueNames, limit);
    const tasks = await queue.take({ names, next }, claimCount);
    const claimed: ClaimedPart[] = [];
    for (const task of tasks) claimed.push(...(await this.#claimOne(task, workerId)));

    if (claimed.length > 0 && !(await isRunnerValid(db, runner.id))) {
      await this.#giveBack(claimed);
      throw revoked();
    }

    return claimed;
  }

  async #noProcess(runner: RunnerHolder): Promise<Fault> {
    const { db } = this.#options.domain;
    if (!(await isRunnerValid(db, runner.id))) return revoked();
    return new Fault('PART_LOST', runner.id, { text: 'Send a heartbeat first.' });
  }

  async #claimOne(task: TakenTask, workerId: string): Promise<ClaimedPart[]> {
    const { domain, terms } = this.#options;
    const part = await claimPart(domain, task.id, workerId);
    const fault = part && (await overdue(domain, part, terms.deadlines));
    if (part && !fault) return [part];
    if (part && fault) await failPartsJob(domain, part, fault);
    await domain.queue.complete(domain.db, task.name, task.id);
    return [];
  }

  async #ordered(part: ClaimedPart): Promise<PartOrdered> {
    const { domain } = this.#options;
    const earlierParts = part.kind === 'join' ? await partsBeforeJoin(domain, part.job_id) : [];
    return {
      task: part.task_id,
      job_id: part.job_id,
      number: part.number,
      kind: part.kind,
      first_cell: part.first_cell,
      last_cell: part.last_cell,
      start_seconds: part.start_seconds,
      end_seconds: part.end_seconds,
      crashes: part.crashes,
      attempt: part.attempt,
      ask: { ...part.ask },
      title: part.title,
      tokens_used: part.tokens_used,
      ...(describesSight(part.kind as PartKind, part.ask.capabilities) && {
        describes_sight: true as const,
      }),
      before: earlierParts.map(({ kind, number, state, first_cell, last_cell }) => {
        return { kind, number, state, first_cell, last_cell };
      }),
    };
  }

  /**
   * Registers a wait for new tasks. Must be called before looking for tasks, so that none is missed in between. A
   * newer wait of the same process ends the older wait.
   */
  #woken(workerId: string, serves: readonly PartQueue[], signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<'replaced' | null>();
    const wake = (): void => resolve(null);
    const waiter: Waiting = { wake, replace: () => resolve('replaced') };

    this.#waiting.get(workerId)?.replace();
    const forget = this.#options.domain.queue.onTasks(serves, wake);

    signal.addEventListener('abort', wake, { once: true });
    this.#waiting.set(workerId, waiter);

    const leave = (): void => {
      forget();
      signal.removeEventListener('abort', wake);
      if (this.#waiting.get(workerId) === waiter) this.#waiting.delete(workerId);
    };
    const wait = async (ms: number): Promise<'replaced' | null> => {
      const timer = setTimeout(wake, ms);
      const outcome = await promise;
      clearTimeout(timer);
      leave();
      return outcome;
    };

    return { wait, leave };
  }

  /**
   * Interrupts parts that take too long and returns the others. Otherwise a part that its runner never ends would hold
   * up its job.
   */
  async #withoutOverlong(ownedParts: readonly HeldByWorker[]): Promise<readonly HeldByWorker[]> {
    const { domain, terms } = this.#options;
    const isOverlong = (part: HeldByWorker): boolean =>
      part.held_ms > partLimit(part.kind as PartKind, terms.deadlines) + graceMs;
    for (const part of ownedParts.filter(isOverlong)) {
      const fault = new Fault('PROCESSING_ERROR', 'the runner did not end the part in time');
      await interruptPart(domain, part, 'crashed', fault);
    }

    return ownedParts.filter((part) => !isOverlong(part));
  }

  async #touch(workerId: string, ownedParts: readonly HeldByWorker[]): Promise<void> {
    const now = performance.now();
    if (now - (this.#touched.get(workerId) ?? 0) < touchMs) return;

    // Forgets processes that vanished without ending properly.
    for (const [id, touchedAt] of this.#touched)
      if (now - touchedAt > 20 * touchMs) this.#touched.delete(id);
    this.#touched.set(workerId, now);

    for (const [queue, parts] of Map.groupBy(ownedParts, (part) => part.queue as PartQueue)) {
      const ids = parts.map((part) => part.task_id);
      await this.#options.domain.queue.touch(queue, ids);
    }
  }
}
