/** Scores what was found in real pictures and videos. Pure. */
import type { Results, ShotResult } from '@reelsight/contract';
import type { RealFile } from './truth.ts';

/** `right`: found and true; `wrong`: found but not true; `missed`: true but not found. */
export interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

export interface Claim {
  readonly confidence: number;
  readonly isRight: boolean;
}

export const noCounts = (): Counts => ({ right: 0, wrong: 0, missed: 0 });

export const precisionOf = ({ right, wrong }: Counts): number => right / Math.max(1, right + wrong);
export const recallOf = ({ right, missed }: Counts): number => right / Math.max(1, right + missed);

export function f1Of({ right, wrong, missed }: Counts): number {
  return (2 * right) / Math.max(1, 2 * right + wrong + missed);
}

/** The letters and digits of a name, in lower case and without accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).map(plain).filter(Boolean);
}

/** Counts how many of the words that can be read were read as separate words. */
export function countWords(counts: Counts, { texts = '' }: RealFile, results: Results): void {
  const read = new Map<string, number>();

  for (const { text } of results.on_screen_text ?? []) {
    for (const word of wordsOf(text)) read.set(word, (read.get(word) ?? 0) + 1);
  }

  for (const word of wordsOf(texts)) {
    const left = read.get(word);
    // The results list a line once even if the picture shows it twice. So a word that was read counts as read however
    // often the truth repeats it.
    if (left === undefined) counts.missed += 1;
    else {
      counts.right += 1;
      read.set(word, Math.max(0, left - 1));
    }
  }

  for (const left of read.values()) counts.wrong += left;
}

/** Returns the names that were missed (`-name`) and those that were found but are not there (`+name`). */
export function countBrands(
  counts: Counts,
  { brands = [], brands_ignore: ignored = [] }: RealFile,
  results: Results,
): string[] {
  const found = new Set((results.brands ?? []).map(({ name }) => plain(name)));
  const there = new Set(brands.map(plain));
  const unclear = new Set(ignored.map(plain));
  const faults: string[] = [];

  for (const name of there) {
    if (found.has(name)) counts.right += 1;
    else {
      counts.missed += 1;
      faults.push(`-${name}`);
    }
  }

  for (const name of found) {
    if (there.has(name) || unclear.has(name)) continue;
    counts.wrong += 1;
    faults.push(`+${name}`);
  }

  return faults;
}

export interface ThingCounts extends Counts {
  smallRight: number;
  smallMissed: number;
  readonly claims: Claim[];
}

export const noThings = (): ThingCounts => ({
  ...noCounts(),
  smallRight: 0,
  smallMissed: 0,
  claims: [],
});

/** Counts the names of things in a picture; small things are counted separately. */
export function countThings(counts: ThingCounts, file: RealFile, results: Results): string[] {
  const { objects = [], objects_ignore: ignored = [] } = file;
  const found = new Map((results.objects ?? []).map(({ name, confidence }) => [name, confidence]));
  const large = new Set(objects.filter(({ small }) => !small).map(({ name }) => name));
  const small = new Set(objects.map(({ name }) => name).filter((name) => !large.has(name)));
  const faults: string[] = [];

  for (const name of large) {
    if (found.has(name)) counts.right += 1;
    else {
      counts.missed += 1;
      faults.push(`-${name}`);
    }
  }

  for (const name of small) {
    if (found.has(name)) counts.smallRight += 1;
    else counts.smallMissed += 1;
  }

  for (const [name, confidence] of found) {
    const isThere = large.has(name) || small.has(name);
    if (!isThere && ignored.includes(name)) continue;

    counts.claims.push({ confidence, isRight: isThere });
    if (isThere) continue;

    counts.wrong += 1;
    faults.push(`+${name} ${confidence}`);
  }

  return faults;
}

/** Names of things that a video does not show: how many were checked, and how many of them were claimed. */
export interface AbsentCounts {
  asked: number;
  claimed: number;
}

/** Returns the names that are claimed although the video shows nothing of the kind. */
export function countAbsent(
  counts: AbsentCounts,
  absent: readonly string[],
  { objects = [] }: Results,
): string[] {
  const claimed = objects.filter(({ name }) => absent.includes(name));
  counts.asked += absent.length;
  counts.claimed += claimed.length;
  return claimed.map(({ name, confidence }) => `+${name} ${confidence}`);
}

const cutToleranceSeconds = 0.2;

/** Dissolves and fades do not count as cuts, because the truth does not say where they are. */
const isCut = ({ transition = 'cut' }: ShotResult): boolean =>
  transition === 'cut' || transition === 'part_cut';

export function countCuts(
  counts: Counts,
  { cuts = [], cuts_ignore: ignored = [] }: RealFile,
  results: Results,
): void {
  const found = (results.shots ?? [])
    .slice(1)
    .filter(isCut)
    .map(({ start }) => start);
  const isUnclear = (time: number) =>
    ignored.some(
      ([from, to]) => time >= from - cutToleranceSeconds && time <= to + cutToleranceSeconds,
    );
  const left = [...found];

  for (const cut of cuts) {
    const index = left.findIndex((time) => Math.abs(time - cut) <= cutToleranceSeconds);
    if (index < 0) counts.missed += 1;
    else {
      counts.right += 1;
      left.splice(index, 1);
    }
  }

  counts.wrong += left.filter((time) => !isUnclear(time)).length;
}
