/** Formats a job for a person to read on a terminal. */

import { answerText } from '@reelsight/contract/answer-outcome';
import { confidenceBand } from '@reelsight/contract/confidence-band';
import { noWordsText } from '@reelsight/contract/not-understood';
import type {
  BrandResult,
  Job,
  MetadataResult,
  ObjectResult,
  PaidSegment,
  QueryResult,
  Results,
  TranscriptionResult,
} from '@reelsight/sdk';
import { healthSentences } from './health.ts';
import { bytes, lengthText, plural, span, table, timeText, wrap } from './words.ts';

export interface ReportOptions {
  /** Width of the terminal, in columns. */
  readonly width?: number;
  /** Number of transcript segments to show; the others are only counted. */
  readonly transcriptLines?: number;
  /** Formats a heading; by default it is printed unchanged. */
  readonly heading?: (text: string) => string;
}

interface Style {
  readonly width: number;
  readonly transcriptLines: number;
  readonly heading: (text: string) => string;
}

/** Returns the joined lines, ending in a line break. */
export function jobReport(job: Job, options: ReportOptions = {}): string {
  const style: Style = {
    width: Math.min(options.width ?? 80, 100),
    transcriptLines: options.transcriptLines ?? 12,
    heading: options.heading ?? ((text) => text),
  };
  const sections = [
    headOf(job),
    ...(job.error ? [[`${job.error.code}: ${job.error.message}`]] : []),
    ...(job.results ? sectionsOf(job.results, style, job.from_job != null) : []),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headOf(job: Job): string[] {
  const parts = [
    job.video_title ?? job.url ?? job.platform,
    ...(job.video_duration_seconds === null ? [] : [lengthText(job.video_duration_seconds)]),
    job.status + (job.processing_seconds === null ? '' : ` in ${span(job.processing_seconds)}`),
    ...(job.credits_charged === null ? [] : [plural(job.credits_charged, 'credit')]),
  ];
  return [parts.join(' · '), job.job_id];
}

function sectionsOf(results: Results, style: Style, isAskedAgain: boolean): string[][] {
  const { summary, transcription, brands, objects, query_results: answers, metadata } = results;
  const indent = (text: string) => wrap(text, style.width - 2).map((line) => `  ${line}`);
  const sections: string[][] = [];
  const add = (heading: string, lines: readonly string[]) =>
    sections.push([style.heading(heading), ...lines]);

  if (summary) {
    const topics = summary.key_topics.length
      ? indent(`Topics: ${summary.key_topics.join(', ')}`)
      : [];
    add('Summary', [...indent(summary.text || 'There is nothing to sum up.'), ...topics]);
  }

  if (transcription) add(transcriptHeading(transcription), transcriptLines(transcription, style));
  if (brands) add(`Brands (${brands.length})`, brandLines(brands, results.meta));

  const possible = results.possible_brands ?? [];
  if (possible.length) add(`Possible brands (${possible.length})`, possibleLines(possible));
  if (objects) add(`Objects (${objects.length})`, objectLines(objects));

  if (answers)
    add(
      'Answers',
      answers.flatMap((answer) => answerLines(answer, style)),
    );

  if (metadata) add('Video', indent(videoLine(metadata)));
  const moments = momentsLine(results);
  if (moments) add('Also found', indent(moments));

  const notes = notesOf(results, isAskedAgain);
  if (notes.length) add('Good to know', bulletLines(notes, style));

  const engines = Object.entries(results.meta.engines).map(([role, name]) => `${role}: ${name}`);
  if (engines.length) add('Engines', indent(engines.join(', ')));

  return sections;
}

function notesOf({ meta, transcription }: Results, isAskedAgain: boolean): string[] {
  const notes = healthSentences(meta, transcription);
  if (!isAskedAgain || !transcription || meta.transcript_reused) return notes;

  return [
    ...notes,
    'The speech was transcribed anew: what people corrected in the earlier job is not in it.',
  ];
}

const bulletLines = (texts: readonly string[], style: Style): string[] =>
  texts.flatMap((text) =>
    wrap(text, style.width - 4).map((line, index) => `  ${index === 0 ? '-' : ' '} ${line}`),
  );

function transcriptHeading(transcript: TranscriptionResult): string {
  const { language, word_count: words, speakers_detected: speakers } = transcript;
  const facts = [
    ...(language ? [language] : []),
    plural(words, 'word'),
    ...(speakers ? [plural(speakers, 'speaker')] : []),
  ];
  return `Transcript (${facts.join(', ')})`;
}

function transcriptLines(transcription: TranscriptionResult, style: Style): string[] {
  const { segments } = transcription;
  if (segments.length === 0) return [`  ${noWordsText(transcription)}`];

  const visible = segments.slice(0, style.transcriptLines);
  const lines = visible.flatMap((segment) => {
    const name = segment.speaker_name ?? `Speaker ${segment.speaker}`;
    const speaker = segment.speaker === undefined ? '' : `${name}: `;
    const margin = `${timeText(segment.start).padStart(8)}  `;
    return wrap(speaker + segment.text, style.width - margin.length).map(
      (line, index) => (index === 0 ? margin : ' '.repeat(margin.length)) + line,
    );
  });
  const hiddenCount = segments.length - visible.length;

  return hiddenCount > 0
    ? [
        ...lines,
        `          … ${plural(hiddenCount, 'more segment')}; --out transcript.srt writes all`,
      ]
    : lines;
}

const band = (confidence: number) => `${confidenceBand(confidence)} ${confidence.toFixed(2)}`;

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function brandLines(
  brands: readonly BrandResult[],
  { texts_read: texts }: Results['meta'],
): string[] {
  if (brands.length === 0)
    return [texts ? `  No known brand, ${plural(texts, 'text')} read.` : '  None seen or heard.'];

  const isPaid = brands.some(({ disclosure }) => disclosure?.paid === 'paid');
  const rows = brands.map((brand) => {
    const count = (source: string) =>
      brand.appearances.filter((appearance) => appearance.source === source).length;
    return [
      brand.name,
      count('visual') ? `${count('visual')}×` : '-',
      brand.total_visible_duration ? lengthText(brand.total_visible_duration) : '-',
      count('audio') ? `${count('audio')}×` : '-',
      timeText(brand.first_seen),
      timeText(brand.last_seen),
      band(brand.confidence),
      ...(isPaid ? [paidText(brand)] : []),
    ];
  });
  const head = ['Brand', 'Seen', 'Visible', 'Said', 'First', 'Last', 'Confidence'];
  return indented(table([...head, ...(isPaid ? ['Paid'] : [])], rows));
}

/** Where the video first discloses that a brand paid for it. */
function paidText({ disclosure }: BrandResult): string {
  if (disclosure?.paid !== 'paid') return '-';
  const sign = disclosure.signs.find(({ names_brand: namesBrand }) => namesBrand);
  if (!sign) return 'likely, no disclosure found';
  const kind = sign.sign.replaceAll('_', ' ');
  return sign.order === 'outside' ? kind : `${kind} ${timeText(sign.timestamp)}`;
}

function possibleLines(possible: NonNullable<Results['possible_brands']>): string[] {
  const rows = possible.map((candidate) => [
    candidate.text,
    lengthText(candidate.total_visible_duration),
    timeText(candidate.first_seen),
    candidate.near ?? '-',
    candidate.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', '),
  ]);
  return indented(table(['Text', 'Visible', 'First', 'Near', 'Why'], rows));
}

function objectLines(objects: readonly ObjectResult[]): string[] {
  if (objects.length === 0) return ['  None seen.'];

  const rows = objects.map((object) => [
    object.name,
    `${object.total_appearances}×`,
    lengthText(object.total_visible_duration),
    timeText(object.first_seen),
    timeText(object.last_seen),
    band(object.confidence),
  ]);
  return indented(table(['Object', 'Seen', 'Visible', 'First', 'Last', 'Confidence'], rows));
}

type AnswerField = NonNullable<QueryResult['fields']>[number];

function answerLines(result: QueryResult, style: Style): string[] {
  const { fields = [] } = result;
  const isCompound = result.answered && fields.some(({ path }) => path !== '');
  const lines = isCompound
    ? fields.slice(0, mostFields).map(fieldLine)
    : [answerText(result), ...result.evidence.slice(0, 3).map(evidenceText)];

  return [
    ...wrap(result.query, style.width - 4).map((line) => `  ${line}`),
    ...lines.flatMap((line) => wrap(line, style.width - 6).map((part) => `    ${part}`)),
  ];
}

/** Values of one answer that are shown; `--json` has all. */
const mostFields = 40;

/** `/offers/0/price` as "offers 1 price". */
const fieldName = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(' ');

function fieldLine({ path, value, evidence: [first] }: AnswerField): string {
  return `${fieldName(path)}: ${value}${first ? ` ${evidenceText(first)}` : ''}`;
}

function evidenceText({ timestamp, source, quote }: QueryResult['evidence'][number]): string {
  const quotation = quote ? ` “${quote}”` : '';
  return `(${timeText(timestamp)}, ${source}${quotation})`;
}

const spanText = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  `${timeText(start)}–${timeText(end)}`;

/**
 * A line about the video's shots, on-screen text and paid segments, which are reported whatever was asked for; empty if
 * there are none.
 */
function momentsLine({
  shots,
  on_screen_text: texts,
  paid_segments: paidSegments,
  meta: { unseen_spans: unseen = [] },
}: Results): string {
  // Only what a person said is certain; whatever was found is a hint.
  const isSure = ({ confidence }: PaidSegment): boolean => confidence === 1;
  const paid = paidSegments ?? [];
  return [
    ...paidWords('paid for', paid.filter(isSure)),
    ...paidWords(
      'maybe paid for',
      paid.filter((segment) => !isSure(segment)),
    ),
    ...(shots?.length ? [plural(shots.length, 'shot')] : []),
    ...(texts?.length ? [plural(texts.length, 'line of text', 'lines of text')] : []),
    ...(unseen.length ? [`damaged and not looked at: ${unseen.map(spanText).join(', ')}`] : []),
  ].join(', ');
}

const mostPaidSegments = 3;

function paidWords(label: string, segments: readonly PaidSegment[]): string[] {
  if (segments.length === 0) return [];

  const texts = segments.slice(0, mostPaidSegments).map(({ start, end, brand }) => {
    const times = spanText({ start, end });
    return brand ? `${times} (${brand})` : times;
  });
  const ellipsis = segments.length > mostPaidSegments ? ' …' : '';
  return [`${label}: ${texts.join(', ')}${ellipsis}`];
}

function videoLine(video: MetadataResult): string {
  const textsOf = (value: string | number | null | undefined | false) =>
    value ? [String(value)] : [];
  return [
    ...textsOf(video.title && `“${video.title}”`),
    ...textsOf(video.author && `by ${video.author}`),
    ...textsOf(video.width && video.height && `${video.width}×${video.height}`),
    ...textsOf(video.fps && `${Number(video.fps.toFixed(2))} frames/s`),
    ...textsOf([video.container, video.video_codec, video.audio_codec].filter(Boolean).join(' ')),
    ...textsOf(video.size_bytes && bytes(video.size_bytes)),
    ...textsOf(video.published_at && `published ${video.published_at.slice(0, 10)}`),
  ].join(', ');
}
