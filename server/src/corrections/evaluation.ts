/** Compares what was found with what people confirmed or added: counts by target, source and engine. */
import type { EvaluationScore, Results } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { parseResults } from '../artifacts/results-text.ts';
import { Atoms } from './atoms.ts';
import { correctedResults } from './corrected.ts';
import { shared } from './detections.ts';
import {
  endOf,
  type FoundThing,
  isSeen,
  listOf,
  type OneAppearance,
  type OneDetection,
  type Said,
  startOf,
  type Target,
} from './things.ts';

export interface EvaluationOrder {
  /** JSON results of the corrected job; detections on single frames may be left out. */
  readonly truth: string;
  readonly corrections: readonly Said[];
  /** JSON results of an analysis of its video: its own, or another. */
  readonly analysis: string;
}

export type Counts = Pick<
  EvaluationScore,
  'target' | 'source' | 'engine' | 'found' | 'right' | 'expected' | 'hit'
>;

/** Counts for one analysis of a checked video. */
export function evaluated({ truth, corrections, analysis }: EvaluationOrder): Counts[] {
  const right = correctedResults(parseResults(truth), corrections);
  const results = parseResults(analysis);
  return [...countsOf('brand', right, results), ...countsOf('object', right, results)];
}

type Source = EvaluationScore['source'];

interface Moment {
  readonly name: string;
  readonly seen: boolean;
  readonly start: number;
  readonly end: number;
  /** What found it; null if the results do not say. */
  readonly by: Source | null;
}

/** Empty if either of them did not look for the target. */
function countsOf(target: Target, right: Results, results: Results): Counts[] {
  const expected = listOf(right, target);
  const found = listOf(results, target);
  if (!expected || !found) return [];

  const truth = expected.flatMap((thing) =>
    thing.appearances.map((appearance) => momentOf(thing, appearance)),
  );
  const moments = found.flatMap(momentsOf);
  const sources: readonly Source[] =
    target === 'brand' ? ['visual', 'audio', 'logo', 'text', 'model'] : ['visual'];

  return sources.flatMap((source) => {
    const own = moments.filter((moment) => isOf(moment, source));
    // The findings of a single source are measured against everything that is seen.
    const wanted = truth.filter(({ seen }) => seen === (source !== 'audio'));
    if (own.length + wanted.length === 0) return [];

    const isPart = source === 'logo' || source === 'text' || source === 'model';
    if (isPart && own.length === 0) return [];

    return {
      target,
      source,
      engine: engineOf(results, target, source),
      found: own.length,
      right: matched(own, wanted),
      expected: wanted.length,
      hit: matched(wanted, own),
    };
  });
}

const isOf = ({ seen, by }: Moment, source: Source): boolean =>
  source === 'audio' ? !seen : seen && (source === 'visual' || by === source);

const momentOf = ({ name }: FoundThing, one: OneAppearance): Moment => ({
  name: identityOf(name),
  seen: isSeen(one),
  by: null,
  start: startOf(one),
  end: endOf(one),
});

function momentsOf(thing: FoundThing): Moment[] {
  const atoms = new Atoms([thing]).all;
  const shares = shared(thing, atoms);
  return atoms.flatMap((atom) =>
    atom.one ? [{ ...momentOf(thing, atom.one), by: sourceOf(shares.get(atom) ?? []) }] : [],
  );
}

/** The source of most of the detections. */
function sourceOf(detections: readonly OneDetection[]): Source | null {
  const counts = new Map<Source, number>();
  for (const detection of detections) {
    if (!('source' in detection) || detection.source === 'person') continue;
    const by = detection.source as Source;
    counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Number of moments that are also among the others: with the same name, at the same time. */
function matched(some: readonly Moment[], others: readonly Moment[]): number {
  const byName = Map.groupBy(others, ({ name }) => name);
  return some.filter((one) => byName.get(one.name)?.some((other) => isSame(one, other))).length;
}

/** Seconds by which two engines may differ in when they hear the same word. */
const heardSlackSeconds = 1;

/** If seen: they have at least half of the shorter one in common. */
function isSame(a: Moment, b: Moment): boolean {
  if (!a.seen) return Math.abs(a.start - b.start) <= heardSlackSeconds;
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  const shorter = Math.min(a.end - a.start, b.end - b.start);
  return common >= shorter / 2;
}

function engineOf({ meta }: Results, target: Target, source: Source): string {
  const { speech, text, logos, objects } = meta?.engines ?? {};
  const engines: Record<Source, readonly (string | undefined)[]> = {
    audio: [speech],
    text: [text],
    logo: [logos],
    model: [logos],
    visual: target === 'object' ? [objects] : [logos, text],
  };
  return engines[source].filter((one) => one !== undefined).join(' + ') || 'unknown';
}

/** Totals over videos, with precision and recall. */
export function scoresOf(all: readonly Counts[]): EvaluationScore[] {
  const groups = Map.groupBy(all, ({ target, source, engine }) =>
    JSON.stringify([target, source, engine]),
  );
  return [...groups.values()].map((group) => {
    const { target, source, engine } = group[0] as Counts;
    const sum = (of: 'found' | 'right' | 'expected' | 'hit') =>
      group.reduce((total, one) => total + one[of], 0);
    const found = sum('found');
    const right = sum('right');
    const expected = sum('expected');
    const hit = sum('hit');

    return {
      target,
      source,
      engine,
      videos: group.length,
      found,
      right,
      precision: shareOf(right, found),
      expected,
      hit,
      recall: shareOf(hit, expected),
    };
  });
}

const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;
