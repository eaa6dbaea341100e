/** Prints what happened in a soak test as a table, with the guarantees that were broken. */
import type { Clients } from './clients.ts';
import type { FaultKind } from './faults.ts';
import type { Member } from './fleet.ts';

export class Report {
  /** For each guarantee, what broke it. */
  readonly violations = new Map<string, string[]>();
  readonly #faults = new Map<FaultKind, { struck: number; missed: number; recovered: number[] }>();
  /** Faults after which no job has been completed yet. */
  #waiting: { kind: FaultKind; at: number }[] = [];
  #lastEnd = Date.now();
  #longestGap = 0;

  violate(promise: string, what: string): void {
    const known = this.violations.get(promise) ?? [];
    this.violations.set(promise, [...known, what]);
    if (known.length < 5) console.error(`BROKEN: ${promise}: ${what}`);
  }

  get kills(): number {
    return [...this.#faults]
      .filter(([kind]) => kind.startsWith('kill') || kind === 'crash database')
      .reduce((sum, [, { struck }]) => sum + struck, 0);
  }

  /** `struck`: false if there was nothing to hit. */
  fault(kind: FaultKind, struck: boolean): void {
    const one = this.#faults.get(kind) ?? { struck: 0, missed: 0, recovered: [] };
    this.#faults.set(kind, one);
    if (struck) one.struck += 1;
    else one.missed += 1;
    if (struck) this.#waiting.push({ kind, at: Date.now() });
  }

  /** Called when a worker's log says that a job is done. */
  jobDone(): void {
    const now = Date.now();
    for (const { kind, at } of this.#waiting) this.#faults.get(kind)?.recovered.push(now - at);
    this.#waiting = [];
    this.#longestGap = Math.max(this.#longestGap, now - this.#lastEnd);
    this.#lastEnd = now;
  }

  print(clients: Clients, members: readonly Member[]): void {
    const row = (...cells: (string | number)[]) =>
      console.log(
        `| ${cells.map((cell, index) => String(cell)[index ? 'padStart' : 'padEnd'](index ? 9 : 26)).join(' | ')} |`,
      );

    console.log('\nFaults, and seconds until the next job was done');
    row('fault', 'struck', 'no target', 'median', 'longest');

    for (const [kind, { struck, missed, recovered }] of this.#faults) {
      const times = recovered.toSorted((a, b) => a - b);
      row(kind, struck, missed, seconds(times[times.length >> 1]), seconds(times.at(-1)));
    }

    console.log('\nIntents of clients, and seconds from acceptance to end');
    row('intent', 'accepted', 'ended', 'median', 'longest');

    const all = clients.intents.filter((intent) => intent.acceptedAt > 0);
    for (const [kind, some] of Map.groupBy(all, (one) => `${one.kind}, ${one.outcome}`)) {
      const times = some.flatMap((one) => (one.endedAt ? [one.endedAt - one.acceptedAt] : []));
      times.sort((a, b) => a - b);
      row(
        kind,
        some.length,
        times.length,
        seconds(times[times.length >> 1]),
        seconds(times.at(-1)),
      );
    }

    const slowest = all.toSorted((a, b) => b.endedAt - b.acceptedAt - (a.endedAt - a.acceptedAt));
    for (const { id, recipe, tenant, jobIds, ...one } of slowest.slice(0, 3))
      console.log(
        `slowest: ${seconds(one.endedAt - one.acceptedAt)} s ${id} ${recipe.name}${tenant.poor ? ' (poor)' : ''} ${jobIds.join(' ')}`,
      );

    console.log(`\nLongest time without a job done: ${seconds(this.#longestGap)} s`);
    console.log('Answers that clients repeated their calls after:', clients.refusals);

    for (const { name, starts, ends } of members)
      console.log(
        `${name}: started ${starts} times; ends nobody asked for: ${ends.join(' ') || 'none'}`,
      );

    for (const [promise, what] of this.violations) {
      console.log(`\nBROKEN ${what.length} times: ${promise}`);
      for (const one of what.slice(0, 10)) console.log(`  ${one}`);
    }
  }
}

const seconds = (ms: number | undefined): string =>
  ms === undefined ? '–' : (ms / 1000).toFixed(1);
