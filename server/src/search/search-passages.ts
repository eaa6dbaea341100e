/** Pure functions that extract the searchable content of a job's results: passages, each with its time in seconds. */
import type { Results, SearchKind, TranscriptSegment } from '@reelsight/contract';
import { largestOf } from '../analysis/extremes.ts';
import { identityOf } from '../analysis/name-key.ts';
import { countWhile } from '../analysis/ordered.ts';
import { meetsOne, type Span, unionWithMoments } from '../analysis/spans.ts';
import type { PassageDetails } from '../db/search/search-index.ts';

export interface Passage {
  readonly kind: SearchKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly details?: PassageDetails;
  /** Terms that filters look for in addition to the passage's kind: `brand:apex`. */
  readonly tags: readonly string[];
}

export interface SearchedJob {
  readonly title: string | null;
  readonly filename: string | null;
  readonly batch_id: string | null;
}

export type SearchedResults = Partial<Results>;

type Untagged = Omit<Passage, 'tags'> & { readonly tags?: readonly string[] };

/** A tag for a name, in the form that filters compare. */
export const nameTag = (kind: 'brand' | 'object', name: string): string =>
  `${kind}:${identityOf(name)}`;

/**
 * Maximum number of names that are added to all passages of a job together, and the number that each passage may always
 * have. There is a limit because hundreds of names may be seen during each of tens of thousands of passages.
 */
const namesOfJob = 2_000_000;
const leastNames = 20;

export function passagesOf(job: SearchedJob, results: SearchedResults): Passage[] {
  const sightings = seenOf(results);
  const passages: Untagged[] = [
    ...speechOf(results),
    ...screenTextOf(results),
    ...brandsOf(results),
    ...objectsOf(results),
    ...answersOf(results),
    // The title is written last, so that once it can be found, everything else of the job can be found too.
    ...titleOf(job, results),
  ].filter(({ text }) => text.trim() !== '');
  const batch = job.batch_id ? [`batch:${job.batch_id}`] : [];
  const tagged = passages.map((passage) => ({
    ...passage,
    tags: new Set([...(passage.tags ?? []), ...batch]),
  }));
  const inTime = tagged
    .filter(({ kind }) => kind !== 'title')
    .toSorted((a, b) => a.start - b.start);

  const mostTags = Math.max(leastNames, Math.floor(namesOfJob / Math.max(1, inTime.length)));
  const seenByTime = new SeenByTime(sightings);
  for (const passage of inTime) {
    for (const { tag, spans } of seenByTime.near(passage)) {
      if (passage.tags.size >= mostTags) break;
      if (meetsOne(passage, spans)) passage.tags.add(tag);
    }
  }

  return tagged.map((passage) => ({ ...passage, tags: [...passage.tags] }));
}

/** A name, as a tag, with the spans in which it is seen or mentioned, in order and apart. */
interface Sighted {
  readonly tag: string;
  readonly spans: readonly Span[];
}

/** Number of slots into which the time of a video is divided. */
const slotCount = 2000;
/** Passages that are longer than this many slots are compared with everything. */
const mostSlots = 64;

/**
 * Finds what may be seen during a passage without comparing each passage with all names: there may be tens of thousands
 * of both.
 */
class SeenByTime {
  readonly #sightings: readonly Sighted[];
  readonly #slotSeconds: number;
  /** Indices of the sightings in each slot, ascending. */
  readonly #slots = new Map<number, number[]>();

  constructor(sightings: readonly Sighted[]) {
    this.#sightings = sightings;
    const end = largestOf(sightings.map(({ spans }) => spans.at(-1)?.end ?? 0));
    this.#slotSeconds = Math.max(1, end / slotCount);

    for (const [index, { spans }] of sightings.entries())
      for (const span of spans) this.#enter(span, index);
  }

  /** Everything that may be seen during the passage, in order. */
  near(passage: Span): readonly Sighted[] {
    const { first, last } = this.#slotsOf(passage);
    if (last - first >= mostSlots) return this.#sightings;

    const indices = new Set<number>();
    for (let slot = first; slot <= last; slot += 1)
      for (const index of this.#slots.get(slot) ?? []) indices.add(index);

    return [...indices].sort((a, b) => a - b).map((index) => this.#sightings[index] as Sighted);
  }

  #enter(span: Span, index: number): void {
    const { first, last } = this.#slotsOf(span);
    for (let slot = first; slot <= last; slot += 1) {
      const indices = this.#slots.get(slot);
      if (!indices) this.#slots.set(slot, [index]);
      else if (indices.at(-1) !== index) indices.push(index);
    }
  }

  #slotsOf({ start, end }: Span): { readonly first: number; readonly last: number } {
    return {
      first: Math.floor(start / this.#slotSeconds),
      last: Math.floor(end / this.#slotSeconds),
    };
  }
}

/** The spans in which each brand is seen or mentioned and each object is seen, by tag. */
function seenOf({ brands = [], objects = [] }: SearchedResults): Sighted[] {
  return [
    ...brands.map((brand) => ({
      tag: nameTag('brand', brand.name),
      spans: unionWithMoments(brand.appearances.map(spanOf)),
    })),
    ...objects.map((object) => ({
      tag: nameTag('object', object.name),
      spans: unionWithMoments(object.appearances.map(spanOf)),
    })),
  ];
}

const spanOf = (appearance: {
  readonly timestamp: number;
  readonly timestamp_start?: number | undefined;
  readonly timestamp_end?: number | undefined;
}): Span => ({
  start: appearance.timestamp_start ?? appearance.timestamp,
  end: Math.max(
    appearance.timestamp_start ?? appearance.timestamp,
    appearance.timestamp_end ?? appearance.timestamp,
  ),
});

function titleOf(job: SearchedJob, results: SearchedResults): Untagged[] {
  const text = job.title ?? results.metadata?.title ?? job.filename;
  return text ? [{ kind: 'title', start: 0, end: 0, text }] : [];
}

function speechOf({ transcription }: SearchedResults): Untagged[] {
  return (transcription?.segments ?? []).flatMap((segment) =>
    piecesOf(segment).map((piece) => ({
      kind: 'speech' as const,
      ...piece,
      ...voiceOf(segment),
    })),
  );
}

/** A tag for what people of this name say, in the form that filters compare. */
export const voiceTag = (name: string): string => `voice:${identityOf(name)}`;

function voiceOf({
  speaker,
  speaker_name: name,
  corrected,
}: TranscriptSegment): Pick<Untagged, 'details' | 'tags'> {
  if (speaker === undefined && !corrected) return {};
  return {
    details: {
      ...(speaker !== undefined && { speaker }),
      ...(name !== undefined && { speaker_name: name }),
      ...(corrected && { corrected }),
    },
    tags: [
      ...(speaker === undefined ? [] : [`speaker:${speaker}`]),
      ...(name === undefined ? [] : [voiceTag(name)]),
    ],
  };
}

/** Maximum number of characters in a passage; a longer passage would not show when its words are said. */
const longestPassage = 200;

/** Splits a long segment at the ends of sentences or words; each piece has its own time. */
function piecesOf(segment: TranscriptSegment): (Span & { readonly text: string })[] {
  const { text, start, end } = segment;
  if (text.length <= longestPassage) return [{ start, end, text: text.trim() }];

  const timeOf = timeAt(segment);
  const pieces: (Span & { text: string })[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + cutLength(text.slice(from));
    const piece = text.slice(from, to).trim();
    if (piece !== '')
      pieces.push({ start: timeOf(from, 'start'), end: timeOf(to - 1, 'end'), text: piece });
    from = to;
  }

  return pieces;
}

function cutLength(rest: string): number {
  if (rest.length <= longestPassage) return rest.length;

  const head = rest.slice(0, longestPassage);
  const sentence = [...head.matchAll(/[.!?](?=\s)|[。！？]/gu)].at(-1);
  if (sentence && sentence.index > longestPassage / 3) return sentence.index + 1;

  const space = head.lastIndexOf(' ');
  if (space > longestPassage / 3) return space;

  // A surrogate pair must not be split.
  return /[\ud800-\udbff]$/.test(head) ? head.length - 1 : head.length;
}

/**
 * Returns a function from a position in the text to its time: from the times of words if they are known, otherwise in
 * proportion to the length of the text.
 */
function timeAt({
  text,
  start,
  end,
  words = [],
}: TranscriptSegment): (position: number, side: 'start' | 'end') => number {
  const placedWords: { from: number; to: number; start: number; end: number }[] = [];

  for (const word of words) {
    const from = text.indexOf(word.text.trim(), placedWords.at(-1)?.to ?? 0);
    if (from >= 0) placedWords.push({ ...word, from, to: from + word.text.trim().length });
  }

  // Word times are used as long as at least four fifths of the words are found in the text; a few may be spelled
  // differently there.
  if (placedWords.length === 0 || placedWords.length < words.length * 0.8)
    return (position) => start + ((end - start) * position) / text.length;

  return (position, side) =>
    side === 'start'
      ? (placedWords[countWhile(placedWords, ({ to }) => to <= position)]?.start ?? end)
      : (placedWords[countWhile(placedWords, ({ from }) => from <= position) - 1]?.end ?? start);
}

/**
 * Text on the screen: `on_screen_text` if the results have it, and quotes in answers that were read from the screen.
 */
function screenTextOf(results: SearchedResults): Untagged[] {
  const { on_screen_text: lines = [] } = results;
  const screenLines = lines.map(({ text, start, end }) => ({
    kind: 'text' as const,
    text,
    start,
    end,
  }));
  const readTexts = new Set(screenLines.map(({ text }) => text));
  const quoted = (results.query_results ?? []).flatMap(({ evidence }) =>
    evidence.flatMap((piece) =>
      piece.source === 'text' && piece.quote !== undefined && !readTexts.has(piece.quote)
        ? [{ kind: 'text' as const, text: piece.quote, ...spanOf(piece), ...framed(piece) }]
        : [],
    ),
  );

  return [...screenLines, ...quoted];
}

const framed = ({ frame_url }: { readonly frame_url?: string | undefined }) =>
  frame_url === undefined ? {} : { details: { frame_url } };

function brandsOf({ brands = [] }: SearchedResults): Untagged[] {
  return brands.flatMap(({ name, appearances }) =>
    appearances.map((appearance) => namedPassage('brand', name, appearance)),
  );
}

function objectsOf({ objects = [] }: SearchedResults): Untagged[] {
  return objects.flatMap(({ name, appearances }) =>
    appearances.map((appearance) => namedPassage('object', name, appearance)),
  );
}

function namedPassage(
  kind: 'brand' | 'object',
  name: string,
  appearance: Parameters<typeof spanOf>[0] & {
    readonly frame_url?: string | undefined;
    readonly corrected?: true | undefined;
  },
): Untagged {
  const details = {
    name,
    ...(appearance.frame_url !== undefined && { frame_url: appearance.frame_url }),
    ...(appearance.corrected && { corrected: true as const }),
  };
  return { kind, ...spanOf(appearance), text: name, details, tags: [nameTag(kind, name)] };
}

function answersOf({ query_results: answers = [] }: SearchedResults): Untagged[] {
  return answers.flatMap(({ answered, query, answer, evidence }) => {
    if (!answered) return [];
    const [first] = evidence;
    const span = first ? spanOf(first) : { start: 0, end: 0 };
    return [
      { kind: 'answer' as const, ...span, text: `${query} ${answer}`, ...(first && framed(first)) },
    ];
  });
}
