/** What an estimate is fitted by: the engines of this service, and what its recent jobs of the same kind were charged. */
import type { Ask } from '@reelsight/contract';
import type { ChargedWork } from '../db/ended-jobs.ts';
import { type ChargeItem, chargedItems, type Prices, plainItems } from './price.ts';

/** Engines whose work is charged, and which a service may lack. */
export interface ChargedEngines {
  readonly logos: boolean;
  /** A language engine that counts tokens. */
  readonly tokens: boolean;
}

/** An estimate is a guardrail, so that three of four jobs should be charged no more than it says. */
const quantile = 0.75;
/** Fewer jobs of one kind could all be unusual. */
const leastJobs = 3;
/** Jobs of one workspace that count at most, so that no tenant decides about the estimates of others. */
const jobsOfWorkspace = 3;
const shareBounds = { least: 0.02, most: 4 };

type Shares = Partial<Record<ChargeItem, number>>;

export class EstimateBasis {
  #engines: ChargedEngines = { logos: true, tokens: true };
  #shares: ReadonlyMap<string, Shares> = new Map();

  /** `work` is that of recent jobs, the newest first. */
  learn(prices: Prices, engines: ChargedEngines, work: readonly ChargedWork[]): void {
    this.#engines = engines;
    this.#shares = new Map(
      [...Map.groupBy(countedWork(work), ({ ask }) => kindOf(ask))]
        .filter(([, jobs]) => jobs.length >= leastJobs)
        .map(([kind, jobs]) => [kind, sharesOf(prices, jobs)]),
    );
  }

  /** How much of the plain amount of an item is expected. */
  share(ask: Ask, item: ChargeItem): number {
    const learned = this.#shares.get(kindOf(ask))?.[item];
    if (learned !== undefined) return learned;

    if (item === 'brands' && !this.#engines.logos) return 0;
    if (item === 'language' && !this.#engines.tokens) return 0;
    return 1;
  }
}

/** Jobs of one kind do the same work for each second of video. */
const kindOf = ({ capabilities, fps }: Ask): string =>
  [...capabilities.toSorted(), `${fps} fps`].join(' ');

/** A job that took up the media of an earlier one did less than its ask says. */
function countedWork(work: readonly ChargedWork[]): ChargedWork[] {
  const ofWorkspace = new Map<string, number>();
  return work.filter((job) => {
    if (job.ask.from_job !== null) return false;
    const key = `${job.workspace_id} ${kindOf(job.ask)}`;
    const count = (ofWorkspace.get(key) ?? 0) + 1;
    ofWorkspace.set(key, count);
    return count <= jobsOfWorkspace;
  });
}

function sharesOf(prices: Prices, jobs: readonly ChargedWork[]): Shares {
  const ratios = new Map<ChargeItem, number[]>();
  for (const job of jobs) {
    const plain = plainItems(prices, job.ask, job.duration_seconds);
    const charged = chargedItems(prices, job.usage, job.processing_seconds);
    for (const [item, credits] of Object.entries(plain) as [ChargeItem, number][])
      if (credits > 0) ratios.set(item, [...(ratios.get(item) ?? []), charged[item] / credits]);
  }
  return Object.fromEntries(
    [...ratios].map(([item, values]) => [item, bounded(item, quantileOf(values))]),
  );
}

/** Every job needs some processing; any other item may need none. */
const bounded = (item: ChargeItem, share: number): number =>
  Math.min(Math.max(share, item === 'processing' ? shareBounds.least : 0), shareBounds.most);

function quantileOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(quantile * sorted.length) - 1] ?? 1;
}
