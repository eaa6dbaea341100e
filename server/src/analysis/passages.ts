/** Everything known about a video as numbered passages: sentences of speech, texts, appearances, fields of metadata. */
import type {
  BrandResult,
  MetadataResult,
  ObjectResult,
  TranscriptSegment,
} from '@reelsight/contract';
import type { Moment, Passage, Subject } from '../engines/language.ts';
import { largestOf } from './extremes.ts';
import { sentencesIn, splitLong } from './sentences.ts';
import { fold, sentencesOf, wordsOf } from './words.ts';

/** A text with the time during which it is on screen, in seconds. */
export interface ScreenText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence?: number;
  readonly frame_url?: string;
}

/** The parts of a job's results from which passages are made; parts that did not run are absent. */
export interface Material {
  readonly transcription?:
    | { readonly segments: readonly TranscriptSegment[]; readonly language: string }
    | undefined;
  readonly brands?: readonly BrandResult[] | undefined;
  readonly objects?: readonly ObjectResult[] | undefined;
  readonly texts?: readonly ScreenText[] | undefined;
  readonly metadata?: Partial<MetadataResult> | undefined;
}

const listedMoments = 12;

/** All passages of a video in the order speech, texts, brands, objects, metadata; each group by time. */
export function buildPassages(material: Material, video = 0): Passage[] {
  return [
    ...speechPassages(transcriptOf(material), video),
    ...textPassages(material.texts ?? [], video),
    ...(material.brands ?? []).flatMap((brand) => brandPassages(brand, video)),
    ...(material.objects ?? []).flatMap((object) => objectPassages(object, video)),
    ...metadataPassages(material.metadata ?? {}, video),
  ];
}

function speechPassages(segments: readonly TranscriptSegment[], video: number): Passage[] {
  return sentencesIn(segments).map(({ start, end, text, speaker }) => ({
    source: 'speech',
    subject: { kind: 'speech', name: speaker === undefined ? '' : String(speaker) },
    text,
    quotable: text,
    moments: [{ video, start, end }],
  }));
}

function textPassages(texts: readonly ScreenText[], video: number): Passage[] {
  const byText = Map.groupBy(
    texts.filter((text) => text.text.trim() !== ''),
    (text) => wordsOf(fold(text.text)).join(' ') || text.text,
  );
  return [...byText.values()].flatMap((occurrences) => {
    const words = occurrences[0]?.text.trim() ?? '';
    const moments = inOrder(
      occurrences.map((occurrence) =>
        momentOf(video, occurrence.start, occurrence.end, occurrence.frame_url),
      ),
    );
    const confidence = largestOf(occurrences.map((occurrence) => occurrence.confidence ?? 1));

    return [
      {
        source: 'text' as const,
        subject: { kind: 'text' as const, name: '' },
        text: `Text on the screen: "${words}", ${spans(moments)}`,
        quotable: words,
        moments,
        confidence,
      },
    ];
  });
}

function brandPassages(brand: BrandResult, video: number): Passage[] {
  const { name, confidence } = brand;
  const subject: Subject = { kind: 'brand', name };
  const moments = (source: 'visual' | 'audio') =>
    brand.appearances
      .filter((appearance) => appearance.source === source)
      .map((appearance) => {
        const start = appearance.timestamp_start ?? appearance.timestamp;
        return momentOf(video, start, appearance.timestamp_end ?? start, appearance.frame_url);
      });

  return [
    ...detected('visual', subject, `The brand ${name} is visible`, moments('visual'), confidence),
    ...detected('speech', subject, `The brand ${name} is mentioned`, moments('audio'), confidence),
  ];
}

function objectPassages(object: ObjectResult, video: number): Passage[] {
  const { name, confidence, appearances } = object;
  const moments = appearances.map((appearance) =>
    momentOf(video, appearance.timestamp_start, appearance.timestamp_end, appearance.frame_url),
  );
  const subject: Subject = { kind: 'object', name };
  return detected('visual', subject, `The object ${name} is visible`, moments, confidence);
}

function detected(
  source: 'visual' | 'speech',
  subject: Subject,
  sentence: string,
  unordered: readonly Moment[],
  confidence: number,
): Passage[] {
  if (unordered.length === 0) return [];
  const moments = inOrder(unordered);
  const times = moments.length === 1 ? 'once' : `${moments.length} times`;
  const text = `${sentence} ${times}: ${spans(moments)}`;
  return [{ source, subject, text, quotable: null, moments, confidence }];
}

/** Metadata fields that people ask about, each with the words they use for it. */
const fields = [
  ['title', 'Title'],
  ['author', 'Author, uploader, channel'],
  ['published_at', 'Published, uploaded'],
  ['duration_seconds', 'Duration, length in seconds'],
  ['language', 'Language given by the platform'],
  ['view_count', 'Views'],
  ['like_count', 'Likes'],
  ['comment_count', 'Comments'],
  ['width', 'Width of the picture in pixels'],
  ['height', 'Height of the picture in pixels'],
  ['fps', 'Frame rate, frames per second'],
] as const satisfies readonly (readonly [keyof MetadataResult, string])[];

function metadataPassages(metadata: Partial<MetadataResult>, video: number): Passage[] {
  const wholeVideo = momentOf(video, 0, metadata.duration_seconds ?? 0);
  const field = (name: string, label: string, value: string, moment = wholeVideo): Passage => ({
    source: 'metadata',
    subject: { kind: 'metadata', name },
    text: `${label}: ${value}`,
    quotable: value,
    moments: [moment],
  });
  const plain = fields.flatMap(([name, label]) => {
    const value = metadata[name];
    return value === null || value === undefined || value === ''
      ? []
      : [field(name, label, String(value))];
  });

  const description = (metadata.description ?? '')
    .split(/\n+/)
    .flatMap((line) => sentencesOf(line).flatMap(splitLong))
    .map((sentence) => field('description', 'From the description', sentence));
  const lists = (['tags', 'categories'] as const).flatMap((name) =>
    metadata[name]?.length ? [field(name, name, metadata[name].join(', '))] : [],
  );
  const chapters = (metadata.chapters ?? []).map((chapter) =>
    field('chapter', 'Chapter', chapter.title, momentOf(video, chapter.start, chapter.end)),
  );

  return [...plain, ...lists, ...chapters, ...description];
}

/**
 * The transcript that quotes are checked against. If a video has none, the sentences in which brands were heard stand
 * in for it.
 */
export function transcriptOf(material: Material): readonly TranscriptSegment[] {
  if (material.transcription) return material.transcription.segments;

  const mentions = (material.brands ?? []).flatMap((brand) =>
    brand.appearances.flatMap((appearance) =>
      appearance.speech_context
        ? [
            {
              start: appearance.timestamp_start ?? appearance.timestamp,
              end: appearance.timestamp_end ?? appearance.timestamp,
              text: appearance.speech_context,
            },
          ]
        : [],
    ),
  );
  const once = new Map(mentions.map((segment) => [`${segment.start} ${segment.text}`, segment]));

  return [...once.values()].sort((a, b) => a.start - b.start);
}

function momentOf(video: number, start: number, end: number, frameUrl?: string): Moment {
  return { video, start, end: Math.max(start, end), ...(frameUrl !== undefined && { frameUrl }) };
}

const inOrder = (moments: readonly Moment[]): Moment[] =>
  moments.toSorted((a, b) => a.video - b.video || a.start - b.start);

/** Lists moments as in "3 s to 12 s, 20.5 s", followed by the number of moments not listed. */
export function spans(moments: readonly Moment[]): string {
  const listed = moments.slice(0, listedMoments).map(({ start, end }) => {
    const from = seconds(start);
    const to = seconds(end);
    return from === to ? `${from} s` : `${from} s to ${to} s`;
  });
  const hiddenCount = moments.length - listed.length;
  return `${listed.join(', ')}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}`;
}

const seconds = (value: number): string => String(Math.round(value * 10) / 10);
