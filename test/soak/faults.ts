/** The faults of a soak test, by a schedule that depends on its seed. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '../../server/testing/postgres.ts';
import { Choice } from '../interface/made-calls.ts';
import type { Member } from './fleet.ts';
import type { Receivers } from './receivers.ts';
import type { Report } from './report.ts';
import type { StorageProxy, StorageWeather } from './storage-proxy.ts';

export interface Surroundings {
  readonly postgres: TestPostgres;
  readonly storage: StorageProxy;
  readonly receivers: Receivers;
  readonly members: readonly Member[];
  /** The data folder of a worker that is on a small disk; null if no disk could be mounted. */
  readonly smallDisk: { readonly folder: string; readonly bytes: number } | null;
}

export const killKinds = ['kill worker', 'kill host', 'kill ingestion', 'kill api'] as const;
const otherKinds = [
  'stop worker',
  'freeze worker',
  'crash database',
  'restart database',
  'storage busy',
  'storage slow',
  'storage cut',
  'storage gone',
  'full disk',
  'clock ahead',
  'clock behind',
  'dead receiver',
] as const;
export type FaultKind = (typeof killKinds)[number] | (typeof otherKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Milliseconds after the previous fault, or after the beginning of the schedule. */
  readonly afterMs: number;
  /** A random number that chooses the process to hit. */
  readonly pick: number;
  readonly lastsMs: number;
}

/** An endless sequence of faults; the same seed gives the same sequence. */
export function* schedule(seed: number, options: { onlyKills: boolean }): Generator<Fault> {
  const choice = new Choice(seed);
  // Each kill is as likely as three other faults.
  const kinds = options.onlyKills
    ? [...killKinds, ...killKinds, 'crash database' as const]
    : [...killKinds, ...killKinds, ...killKinds, ...otherKinds];
  const meanMs = options.onlyKills ? 300 : 3000;

  for (;;) {
    yield {
      kind: choice.of(kinds),
      afterMs: Math.round(-Math.log(1 - choice.below(1000) / 1000) * meanMs),
      pick: choice.below(1000),
      lastsMs: 2000 + choice.below(15_000),
    };
  }
}

/** For each fault that kills a worker's child process, the pattern that finds this process by its command. */
const programOf = { 'kill host': /\/host\.ts/, 'kill ingestion': /ingestion-process\.ts/ };
/** How long to wait until a process that can be killed appears. */
const mostWaitMs = 3000;
const hourSeconds = 3600;

/**
 * The part of the system that a fault affects. Two faults in the same part never overlap. Kills have no part: they hit
 * any process.
 */
const placeOf = (kind: FaultKind): string | null =>
  kind.startsWith('kill') ? null : (/database|storage|disk|receiver/.exec(kind)?.[0] ?? 'process');

/** The faults that are still in progress. */
export class FaultsUnderWay {
  readonly #at: Surroundings;
  readonly #report: Report;
  readonly #all = new Map<Promise<void>, string | null>();

  constructor(at: Surroundings, report: Report) {
    this.#at = at;
    this.#report = report;
  }

  /**
   * Waits until fewer than `most` faults are in progress and none of them affects the same part, then begins the fault
   * and resolves.
   */
  async begin(fault: Fault, most: number): Promise<void> {
    const place = placeOf(fault.kind);
    const isTaken = () => place !== null && [...this.#all.values()].includes(place);
    while (this.#all.size >= most || isTaken()) await Promise.race(this.#all.keys());
    const over = strike(fault, this.#at)
      .then((struck) => this.#report.fault(fault.kind, struck))
      .finally(() => this.#all.delete(over));
    this.#all.set(over, place);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#all.keys());
  }
}

/** Causes a fault and resolves when it is over; false if there was nothing for it to hit. */
async function strike(fault: Fault, at: Surroundings): Promise<boolean> {
  const { kind, pick, lastsMs } = fault;
  const of = (role: Member['role']): Member => {
    const some = at.members.filter((member) => member.role === role);
    return some[pick % some.length] as Member;
  };

  switch (kind) {
    case 'kill worker':
      return of('worker').kill();
    case 'kill api':
      return of('api').kill();
    case 'kill host':
    case 'kill ingestion':
      return killChild(at, programOf[kind], pick);
    case 'stop worker':
      await of('worker').restart();
      return true;
    case 'freeze worker':
      return freeze(of('worker'), lastsMs);
    case 'crash database':
      await at.postgres.crash();
      return true;
    case 'restart database':
      await at.postgres.restart(lastsMs / 4);
      return true;
    case 'full disk':
      return fillDisk(at, lastsMs);
    case 'clock ahead':
    case 'clock behind':
      return jump(at, fault);
    case 'dead receiver':
      return during(lastsMs * 3, (on) => {
        at.receivers.dead = on;
      });
    default: {
      const weather = kind.replace('storage ', '') as StorageWeather;
      return during(lastsMs, (on) => {
        at.storage.weather = on ? weather : 'fine';
      });
    }
  }
}

async function during(lastsMs: number, set: (on: boolean) => void): Promise<true> {
  set(true);
  await sleep(lastsMs);
  set(false);
  return true;
}

/** Kills such a child process of any worker, waiting for one to appear if necessary. */
async function killChild(at: Surroundings, program: RegExp, pick: number): Promise<boolean> {
  const until = performance.now() + mostWaitMs;
  while (performance.now() < until) {
    const workers = at.members.filter((member) => member.role === 'worker');
    const found = workers
      .flatMap((worker) => worker.children)
      .filter((one) => program.test(one.command));
    const victim = found[pick % Math.max(1, found.length)];
    if (victim) return kill(victim.pid);
    await sleep(100);
  }

  return false;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/**
 * Stops a process for a while, like a machine that swaps or is cut off from the network: others take over its work,
 * then it goes on.
 */
async function freeze(member: Member, lastsMs: number): Promise<boolean> {
  if (!member.signal('SIGSTOP')) return false;
  await sleep(lastsMs);
  member.signal('SIGCONT');
  return true;
}

async function jump(at: Surroundings, { kind, pick, lastsMs }: Fault): Promise<boolean> {
  const member = at.members[pick % at.members.length] as Member;
  const hours = 1 + (pick % 5);
  member.setClock((kind === 'clock ahead' ? hours : -hours) * hourSeconds);
  await sleep(lastsMs);
  member.setClock(0);
  return true;
}

async function fillDisk({ smallDisk }: Surroundings, lastsMs: number): Promise<boolean> {
  if (!smallDisk) return false;
  const path = join(smallDisk.folder, 'filler');
  // The disk takes as many bytes as fit before the error.
  await writeFile(path, Buffer.alloc(smallDisk.bytes, 1)).catch(() => undefined);
  await sleep(lastsMs);
  await rm(path, { force: true });
  return true;
}
