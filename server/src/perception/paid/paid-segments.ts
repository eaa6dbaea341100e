/** Builds the `paid_segments` of a result: stretches of the video that words say are paid for. Pure. */
import type { BrandResult, MetadataResult, OnScreenText, PaidSegment } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { SpeechSegment } from '../../engines/speech.ts';
import { seconds } from '../moment-text.ts';
import { type Cue, type CuePlace, cueIn, leadsBack } from './cues.ts';
import { type SpokenUnit, spokenUnits } from './spoken-units.ts';

export interface PaidMaterial {
  readonly segments: readonly SpeechSegment[];
  readonly texts: readonly OnScreenText[];
  readonly metadata: Partial<Pick<MetadataResult, 'title' | 'description' | 'tags'>>;
  readonly chapters: readonly {
    readonly start: number;
    readonly end: number;
    readonly title: string;
  }[];
  readonly brands: readonly Pick<BrandResult, 'name' | 'appearances'>[];
  readonly durationSeconds: number;
}

/** Limits stated in the descriptions of the contract's fields. */
const mostSegments = 100;
const mostEvidence = 10;
const mostQuoteCharacters = 300;
/** A segment continues while the brand or another cue is heard within this time. */
const quietSeconds = 30;
/** A pause of this length ends a segment. */
const pauseSeconds = 3;
/** Longest duration of a spoken segment. */
const longestSeconds = 180;
/** Shortest time for which a label is on screen, and lowest confidence of its text. */
const labelSeconds = 0.8;
const labelConfidence = 0.8;
/** Stretches closer together than this are one. */
const nearSeconds = 5;
/** A cue found only in title, description or tags applies to the whole video and is less certain for any part of it. */
const wholeShare = 0.8;
const mostDescriptionLines = 300;

type Evidence = PaidSegment['evidence'][number];

interface Hint {
  readonly start: number;
  readonly end: number;
  readonly brand: string | null;
  readonly strengths: readonly number[];
  readonly evidence: readonly Evidence[];
}

/** In order of time; those of one brand do not overlap. */
export function paidSegments(material: PaidMaterial): PaidSegment[] {
  const names = new Names(material.brands);
  const located = [
    ...spokenHints(material, names),
    ...material.texts.flatMap((text) => labelHint(text, names)),
    ...material.chapters.flatMap((chapter) => chapterHint(chapter, names)),
  ];
  const merged = mergedHints(located);
  const whole = wholeHints(material, names);
  const all = merged.length > 0 ? withWhole(merged, whole) : wholeVideo(whole, material);

  return all.slice(0, mostSegments).map(segmentOf);
}

/** The brands of the results, searchable by how they are named. */
class Names {
  readonly #brands: PaidMaterial['brands'];

  constructor(brands: PaidMaterial['brands']) {
    this.#brands = brands;
  }

  /** Returns the results' name for a written payer, or the payer as written if they have none. */
  known(payer: string | null): string | null {
    if (payer === null) return null;
    const key = identityOf(payer);
    const same = this.#brands.find(({ name }) => {
      const own = identityOf(name);
      return own === key || (own.length > 3 && key.startsWith(own));
    });
    return same?.name ?? payer;
  }

  /** Brands that are spoken within a stretch. */
  saidIn({ start, end }: Pick<SpokenUnit, 'start' | 'end'>): string[] {
    const within = (time: number) => time >= start - 0.3 && time <= end + 0.3;
    return this.#brands
      .filter(({ appearances }) =>
        appearances.some(({ source, timestamp }) => source === 'audio' && within(timestamp)),
      )
      .map(({ name }) => name);
  }
}

function spokenHints({ segments, chapters }: PaidMaterial, names: Names): Hint[] {
  const units = spokenUnits(segments);
  const hints: Hint[] = [];
  let free = 0;

  for (const [index, unit] of units.entries()) {
    if (index < free) continue;

    const cue = cueIn(unit.text, 'speech');
    if (!cue) continue;

    const edges = chapters.map(({ start }) => start).filter((time) => time > unit.start + 1);
    const grown = grow(units, index, cue, names, Math.min(...edges, unit.start + longestSeconds));
    hints.push(grown.hint);
    free = grown.next;
  }

  return hints;
}

/** Extends a segment from its opening words to words that lead back, a pause, the next chapter, or its last mention. */
function grow(
  units: readonly SpokenUnit[],
  at: number,
  opening: Cue,
  names: Names,
  mostEnd: number,
): { readonly hint: Hint; readonly next: number } {
  const first = units[at] as SpokenUnit;
  const brand = names.known(opening.payer) ?? names.saidIn(first)[0] ?? null;
  const key = brand === null ? null : identityOf(brand);
  const strengths = [opening.strength];
  const evidence = [evidenceOf(first.start, 'speech', first.text)];
  let end = first.end;
  let next = at + 1;
  let before = first.end;
  for (let i = at + 1; i < units.length; i += 1) {
    const unit = units[i] as SpokenUnit;
    const paused = unit.start - before >= pauseSeconds;
    if (paused || unit.start >= mostEnd || unit.start - end > quietSeconds) break;

    if (leadsBack(unit.text)) {
      end = unit.start;
      next = i;
      break;
    }

    before = unit.end;
    const cue = cueIn(unit.text, 'speech');
    const named = key !== null && key !== '' && identityOf(unit.text).includes(key);
    if (!cue && !named && !(brand !== null && names.saidIn(unit).includes(brand))) continue;

    [end, next] = [Math.min(mostEnd, unit.end), i + 1];
    if (!cue) continue;

    strengths.push(cue.strength);
    evidence.push(evidenceOf(unit.start, 'speech', unit.text));
  }

  const found = brand ?? names.saidIn({ start: first.start, end })[0] ?? null;
  return { hint: { start: first.start, end, brand: found, strengths, evidence }, next };
}

function labelHint({ text, start, end, confidence }: OnScreenText, names: Names): Hint[] {
  if (confidence < labelConfidence || end - start < labelSeconds) return [];
  const cue = cueIn(text, 'title');
  if (!cue) return [];
  const evidence = [evidenceOf(start, 'text', text)];
  return [{ start, end, brand: names.known(cue.payer), strengths: [cue.strength], evidence }];
}

function chapterHint(
  { start, end, title }: PaidMaterial['chapters'][number],
  names: Names,
): Hint[] {
  const cue = end > start ? cueIn(title, 'title') : null;
  if (!cue) return [];
  const brand = names.known(cue.payer) ?? names.saidIn({ start, end })[0] ?? null;
  const evidence = [evidenceOf(start, 'metadata', title)];
  return [{ start, end, brand, strengths: [cue.strength], evidence }];
}

/** Merges stretches that overlap or nearly touch, unless they name two brands. */
function mergedHints(hints: readonly Hint[]): Hint[] {
  const merged: Hint[] = [];

  for (const hint of hints.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const at = merged.findLastIndex(
      (one) => hint.start < one.end + nearSeconds && !areTwo(one.brand, hint.brand),
    );
    if (at >= 0) merged[at] = together(merged[at] as Hint, hint);
    else merged.push(hint);
  }

  return merged;
}

const areTwo = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && identityOf(a) !== identityOf(b);

const together = (a: Hint, b: Hint): Hint => ({
  start: Math.min(a.start, b.start),
  end: Math.max(a.end, b.end),
  brand: a.brand ?? b.brand,
  strengths: [...a.strengths, ...b.strengths],
  evidence: [...a.evidence, ...b.evidence],
});

/** Reads what the author wrote about the video; it has no time. */
function wholeHints({ metadata, durationSeconds }: PaidMaterial, names: Names): Hint[] {
  const { title, description, tags = [] } = metadata;
  const lines = (description ?? '').split(/\r?\n/u).slice(0, mostDescriptionLines);
  const written: readonly (readonly [CuePlace, string])[] = [
    ...[title ?? '', ...lines].map((line) => ['description', line.slice(0, 500)] as const),
    ...tags.map((tag) => ['description', `#${tag.replace(/^#|\s/gu, '')}`] as const),
  ];

  return written.flatMap(([place, line]) => {
    const cue = line.trim() === '' ? null : cueIn(line, place);
    if (!cue) return [];
    const evidence = [evidenceOf(0, 'metadata', line)];
    const brand = names.known(cue.payer);
    return [{ start: 0, end: durationSeconds, brand, strengths: [cue.strength], evidence }];
  });
}

/** Adds each hint to the stretch of its brand, else to the first. */
function withWhole(located: readonly Hint[], whole: readonly Hint[]): Hint[] {
  const all = [...located];

  for (const { brand, strengths, evidence } of whole) {
    const same =
      brand === null ? -1 : all.findIndex((one) => one.brand !== null && !areTwo(one.brand, brand));
    const at = Math.max(0, same);
    const one = all[at] as Hint;
    all[at] = {
      ...one,
      brand: one.brand ?? brand,
      strengths: [...one.strengths, ...strengths],
      evidence: [...evidence, ...one.evidence],
    };
  }

  return all;
}

function wholeVideo(whole: readonly Hint[], { durationSeconds }: PaidMaterial): Hint[] {
  if (durationSeconds <= 0) return [];
  return mergedHints(whole).map((one) => ({
    ...one,
    strengths: one.strengths.map((strength) => strength * wholeShare),
  }));
}

function evidenceOf(timestamp: number, source: Evidence['source'], text: string): Evidence {
  const quote = Array.from(text.trim()).slice(0, mostQuoteCharacters).join('');
  return { timestamp: seconds(timestamp), source, quote };
}

function segmentOf({ start, end, brand, strengths, evidence }: Hint): PaidSegment {
  const doubt = strengths.reduce((product, strength) => product * (1 - strength), 1);
  return {
    start: seconds(start),
    end: seconds(Math.max(start, end)),
    ...(brand !== null && { brand }),
    confidence: Math.round(Math.min(0.99, 1 - doubt) * 100) / 100,
    evidence: evidence.toSorted((a, b) => a.timestamp - b.timestamp).slice(0, mostEvidence),
  };
}
