/** What goes wrong in a soak, by a schedule that its seed decides. */
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
  /** The worker whose data folder is a small disk; null where none could be mounted. */
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
  /** From the begin of the schedule, or after the fault before it. */
  readonly afterMs: number;
  /** Chooses the process. */
  readonly pick: number;
  readonly lastsMs: number;
}

/** One fault after the other, for ever; the same for the same seed. */
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

/** Of a process that a worker runs, how it is called. */
const programOf = { 'kill host': /\/host\.ts/, 'kill ingestion': /ingestion-process\.ts/ };
/** For a process to kill to appear. */
const mostWaitMs = 3000;
const hourSeconds = 3600;

/** Faults in the same place come one after the other; kills hit whatever is there. */
const placeOf = (kind: FaultKind): string | null =>
  kind.startsWith('kill') ? null : (/database|storage|disk|receiver/.exec(kind)?.[0] ?? 'process');

/** The faults that are not over yet. */
export class FaultsUnderWay {
  readonly #at: Surroundings;
  readonly #report: Report;
  readonly #all = new Map<Promise<void>, string | null>();

  constructor(at: Surroundings, report: Report) {
    this.#at = at;
    this.#report = report;
  }

  /** Resolves when it has begun, which it does once fewer than `most` are under way and none in its place. */
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

/** Lets a fault happen and resolves when it is over; false if there was nothing for it to hit. */
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

/** Whatever worker runs such a process now, or as soon as one does. */
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

/** As a machine that swaps or a network that is cut: others take its work over, then it goes on. */
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
  // What fits is written before the error.
  await writeFile(path, Buffer.alloc(smallDisk.bytes, 1)).catch(() => undefined);
  await sleep(lastsMs);
  await rm(path, { force: true });
  return true;
}
