/** Compares an analysis with what people confirmed or added: counts by target, source and engine. */
import type { EvaluationScore, Results } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { countWhile } from '../analysis/ordered.ts';
import { parseResults } from '../artifacts/results-text.ts';
import { Atoms } from './atoms.ts';
import { correctedResults } from './corrected.ts';
import { shared } from './detections.ts';
import {
  type Applied,
  endOf,
  type FoundThing,
  isSeen,
  listOf,
  type OneAppearance,
  type OneDetection,
  startOf,
  type Target,
} from './things.ts';

interface EvaluationOrder {
  /** The results of the corrected job as JSON; detections on single frames may be left out. */
  readonly truth: string;
  readonly corrections: readonly Applied[];
  /** The results of an analysis of the same video as JSON: those of the corrected job itself, or of another job. */
  readonly analysis: string;
}

export type Counts = Pick<
  EvaluationScore,
  'target' | 'source' | 'engine' | 'found' | 'right' | 'expected' | 'hit'
>;

/** Counts for one analysis of a video that people have checked. */
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
  /** The source that found it; null if the results do not say. */
  readonly by: Source | null;
}

/** The counts are empty if one of the two jobs did not look for brands or, depending on `target`, objects. */
function countsOf(target: Target, right: Results, results: Results): Counts[] {
  const expected = listOf(right, target);
  const things = listOf(results, target);
  if (!expected || !things) return [];

  const truth = expected.flatMap((thing) =>
    thing.appearances.map((appearance) => momentOf(thing, appearance)),
  );
  const moments = things.flatMap(momentsOf);
  const sources: readonly Source[] =
    target === 'brand' ? ['visual', 'audio', 'logo', 'text', 'model'] : ['visual'];

  return sources.flatMap((source) => {
    const sourceMoments = moments.filter((moment) => isOf(moment, source));
    // The findings of each visual source are compared with everything visible in the video, those of audio with
    // everything spoken.
    const expectedMoments = truth.filter(
      ({ seen: isVisible }) => isVisible === (source !== 'audio'),
    );
    if (sourceMoments.length + expectedMoments.length === 0) return [];

    const isPart = source === 'logo' || source === 'text' || source === 'model';
    if (isPart && sourceMoments.length === 0) return [];

    return {
      target,
      source,
      engine: engineOf(results, target, source),
      found: sourceMoments.length,
      right: matched(sourceMoments, expectedMoments),
      expected: expectedMoments.length,
      hit: matched(expectedMoments, sourceMoments),
    };
  });
}

const isOf = ({ seen: isVisible, by }: Moment, source: Source): boolean =>
  source === 'audio' ? !isVisible : isVisible && (source === 'visual' || by === source);

const momentOf = ({ name }: FoundThing, appearance: OneAppearance): Moment => ({
  name: identityOf(name),
  seen: isSeen(appearance),
  by: null,
  start: startOf(appearance),
  end: endOf(appearance),
});

function momentsOf(thing: FoundThing): Moment[] {
  const atoms = new Atoms([thing]).all;
  const shares = shared(thing, atoms);
  return atoms.flatMap((atom) =>
    atom.one ? [{ ...momentOf(thing, atom.one), by: sourceOf(shares.get(atom) ?? []) }] : [],
  );
}

/** The source of most of the detections; null if none of them has one. */
function sourceOf(detections: readonly OneDetection[]): Source | null {
  const counts = new Map<Source, number>();
  for (const detection of detections) {
    if (!('source' in detection) || detection.source === 'person') continue;
    const by = detection.source as Source;
    counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Number of moments for which there is a reference with the same name at the same time. */
function matched(moments: readonly Moment[], references: readonly Moment[]): number {
  const byName = new Map(
    [...Map.groupBy(references, ({ name }) => name)].map(([name, sameName]) => [
      name,
      inOrder(sameName),
    ]),
  );
  return moments.filter((moment) => occurs(moment, byName.get(moment.name))).length;
}

interface OrderedMoments {
  readonly byStart: readonly Moment[];
  /** For each index in `byStart`, the latest end among the moments up to that index. */
  readonly latestEnds: readonly number[];
}

function inOrder(moments: readonly Moment[]): OrderedMoments {
  const byStart = moments.toSorted((a, b) => a.start - b.start);
  const latestEnds: number[] = [];
  for (const { end } of byStart)
    latestEnds.push(Math.max(end, latestEnds.at(-1) ?? Number.NEGATIVE_INFINITY));
  return { byStart, latestEnds };
}

/**
 * Whether the moment occurs among the references. Compares only references near it in time, because a name may occur
 * tens of thousands of times.
 */
function occurs(moment: Moment, references: OrderedMoments | undefined): boolean {
  if (!references) return false;

  const { byStart, latestEnds } = references;
  const until = moment.end + heardSlackSeconds;
  const earliest = moment.start - heardSlackSeconds;
  for (
    let index = countWhile(byStart, ({ start }) => start <= until) - 1;
    index >= 0 && (latestEnds[index] as number) >= earliest;
    index -= 1
  )
    if (isSame(moment, byStart[index] as Moment)) return true;

  return false;
}

/** Maximum difference, in seconds, between the times that two engines give for the same spoken word. */
const heardSlackSeconds = 1;

/** Two visible moments are the same if their overlap is at least half of the shorter one. */
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
  return engines[source].filter((engine) => engine !== undefined).join(' + ') || 'unknown';
}

/** Totals over videos, with precision and recall. */
export function scoresOf(counts: readonly Counts[]): EvaluationScore[] {
  const groups = Map.groupBy(counts, ({ target, source, engine }) =>
    JSON.stringify([target, source, engine]),
  );
  return [...groups.values()].map((group) => {
    const { target, source, engine } = group[0] as Counts;
    const sum = (of: 'found' | 'right' | 'expected' | 'hit') =>
      group.reduce((total, entry) => total + entry[of], 0);
    const foundCount = sum('found');
    const right = sum('right');
    const expected = sum('expected');
    const hit = sum('hit');

    return {
      target,
      source,
      engine,
      videos: group.length,
      found: foundCount,
      right,
      precision: shareOf(right, foundCount),
      expected,
      hit,
      recall: shareOf(hit, expected),
    };
  });
}

const shareOf = (part: number, total: number): number | null =>
  total === 0 ? null : Math.round((part / total) * 1000) / 1000;
