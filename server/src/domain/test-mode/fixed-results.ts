/**
 * The fixed results of test jobs. They fit what the job asks for, and say of themselves that they are a test, so that
 * nobody takes them for real wherever they are shown.
 */
import {
  type Ask,
  type BrandResult,
  type Capability,
  type MetadataResult,
  type ObjectResult,
  type QueryResult,
  questionOf,
  type Results,
  type TestResults,
  type TranscriptionResult,
  type TranscriptSegment,
} from '@reelsight/contract';
import { testSeconds } from './fixed-video.ts';

/** The results of a test job. The same request always has the same results. */
export function fixedResults(ask: Ask, form: TestResults): Results {
  const asksFor = (...names: Capability[]): boolean =>
    names.some((name) => ask.capabilities.includes(name));
  const segments = segmentsOf(ask, form);
  const brands = form === 'empty' ? [] : namesOfBrands(ask).map((name) => brandOf(name, ask, form));
  const objects = seenObjects(ask, form).map(objectOf);

  return {
    ...(asksFor('transcription') && { transcription: transcriptionOf(segments) }),
    ...(asksFor('summary') && { summary: summaries[form] }),
    ...(asksFor('brands') && {
      brands,
      confidence_summary: confidenceOf(brands),
      paid_segments: [],
      disclosures: [],
      possible_brands: [],
    }),
    ...(asksFor('metadata') && { metadata }),
    ...(asksFor('objects') && { objects }),
    ...(asksFor('custom_query') && { query_results: answersOf(ask, form) }),
    ...(asksFor('brands', 'objects', 'custom_query') && { shots }),
    ...(asksFor('brands', 'custom_query') && {
      on_screen_text: form === 'empty' ? [] : screenText,
    }),
    meta: metaOf(ask, form),
  };
}

const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.1 };
const confidence = 0.9;
/** When every brand and every object is in view, in seconds. */
const brandSpan = { start: 12, end: 16 };
const objectSpan = { start: 20, end: 24 };
/** Times of the frames of such a stretch on which the thing is found, in seconds after its start. */
const foundAfter = [0.5, 2, 3.5];

const shots: NonNullable<Results['shots']> = [
  { start: 0, end: 30 },
  { start: 30, end: testSeconds, transition: 'cut' },
];
const screenText: NonNullable<Results['on_screen_text']> = [
  { text: 'TEST', start: 0, end: testSeconds, bounding_box: box, confidence },
];
const summaries: Readonly<Record<TestResults, NonNullable<Results['summary']>>> = {
  whole: { text: 'This is a test result. No video was analysed.', key_topics: ['test result'] },
  partial: { text: 'This is a partial test result. No video was analysed.', key_topics: [] },
  empty: { text: 'This is an empty test result. No video was analysed.', key_topics: [] },
};

const metadata: MetadataResult = {
  title: 'Test video',
  description: 'Metadata of a test job. No video was analysed.',
  author: 'Test author',
  author_url: null,
  published_at: '2026-01-01T00:00:00.000Z',
  duration_seconds: testSeconds,
  thumbnail_url: null,
  language: 'en',
  tags: ['test'],
  categories: [],
  chapters: [],
  view_count: null,
  like_count: null,
  comment_count: null,
  width: 1280,
  height: 720,
  fps: 25,
  container: 'mp4',
  video_codec: 'h264',
  audio_codec: 'aac',
  has_audio: true,
  size_bytes: null,
  // A fixed time, so that the results of a request never differ.
  fetched_at: '2026-01-01T00:00:00.000Z',
};

/** The brands that the job looks for, or one that exists nowhere. */
const namesOfBrands = ({ brands }: Ask): readonly string[] =>
  brands.length > 0 ? brands : ['Test Brand'];

const openingLine = 'This is a test result.';

function segmentsOf(ask: Ask, form: TestResults): TranscriptSegment[] {
  const opening = segmentOf(openingLine, { start: 1, end: 3, speaker: 1 });
  if (form === 'empty') return [];
  if (form === 'partial') return [opening];

  return [
    opening,
    segmentOf('No video was analysed, so none of this is real.', { start: 4, end: 8, speaker: 1 }),
    segmentOf(`I mention ${namesOfBrands(ask).join(' and ')}.`, { start: 9, end: 12, speaker: 2 }),
  ];
}

type Spoken = Required<Pick<TranscriptSegment, 'start' | 'end' | 'speaker'>>;

function segmentOf(text: string, { start, end, speaker }: Spoken): TranscriptSegment {
  const words = text.split(/\s+/).filter(Boolean);
  const timeOf = (index: number): number =>
    Math.round((start + ((end - start) * index) / words.length) * 1000) / 1000;

  return {
    start,
    end,
    text,
    speaker,
    confidence,
    words: words.map((word, index) => ({
      start: timeOf(index),
      end: timeOf(index + 1),
      text: word,
      confidence,
    })),
  };
}

function transcriptionOf(segments: TranscriptSegment[]): TranscriptionResult {
  const text = segments.map((segment) => segment.text).join(' ');
  const [first] = segments;
  const end = segments.at(-1)?.end ?? 0;

  return {
    text,
    segments,
    language: first ? 'en' : '',
    ...(first && { language_spans: [{ start: first.start, end, language: 'en' }] }),
    duration_seconds: testSeconds,
    word_count: text.split(/\s+/).filter(Boolean).length,
    speakers_detected: new Set(segments.map(({ speaker }) => speaker)).size,
  };
}

type BrandAppearance = BrandResult['appearances'][number];

/** A brand that is said and seen; of a partial result only seen. */
function brandOf(name: string, { return_proof, surfaces }: Ask, form: TestResults): BrandResult {
  const [surface] = surfaces;
  const onSurface = surface === undefined ? {} : { surface };
  const spokenAppearance: BrandAppearance = {
    timestamp: 9,
    confidence,
    context: `Test result: "${name}" is said. No video was analysed.`,
    ...(return_proof && { speech_context: `I mention ${name}.` }),
    source: 'audio',
  };
  const visibleAppearance: BrandAppearance = {
    timestamp: brandSpan.start + 2,
    timestamp_start: brandSpan.start,
    timestamp_end: brandSpan.end,
    visible_duration: brandSpan.end - brandSpan.start,
    confidence,
    context: `Test result: "${name}" is on screen. No video was analysed.`,
    source: 'visual',
    ...onSurface,
  };
  const appearances =
    form === 'partial' ? [visibleAppearance] : [spokenAppearance, visibleAppearance];

  return {
    name,
    confidence,
    total_appearances: appearances.length,
    total_visible_duration: brandSpan.end - brandSpan.start,
    first_seen: form === 'partial' ? brandSpan.start : spokenAppearance.timestamp,
    last_seen: brandSpan.end,
    appearances,
    frame_detections: foundAfter.map((seconds) => ({
      timestamp: brandSpan.start + seconds,
      confidence,
      bounding_box: box,
      source: 'text' as const,
      ...onSurface,
      verified: false,
    })),
  };
}

function confidenceOf(brands: readonly BrandResult[]): NonNullable<Results['confidence_summary']> {
  const total = brands.reduce((sum, brand) => sum + brand.appearances.length, 0);
  // Every appearance has the same confidence, which is a high one.
  return { high: total, medium: 0, low: 0, total };
}

/** Of a partial result, only the first of the things that the job asks for is seen. */
function seenObjects({ objects }: Ask, form: TestResults): readonly string[] {
  if (form === 'empty') return [];
  return form === 'partial' ? objects.slice(0, 1) : objects;
}

const objectOf = (name: string): ObjectResult => ({
  name,
  category: 'test',
  confidence,
  total_appearances: 1,
  total_visible_duration: objectSpan.end - objectSpan.start,
  first_seen: objectSpan.start,
  last_seen: objectSpan.end,
  appearances: [
    {
      timestamp: objectSpan.start + 2,
      timestamp_start: objectSpan.start,
      timestamp_end: objectSpan.end,
      confidence,
      context: `Test result: "${name}" is on screen. No video was analysed.`,
      bounding_box: box,
    },
  ],
  frames: foundAfter.map((seconds) => ({
    timestamp: objectSpan.start + seconds,
    confidence,
    bounding_box: box,
    verified: false,
  })),
});

function answersOf({ queries, shaped_queries: shapedQueries = [] }: Ask, form: TestResults) {
  const answers = queries.map((query) => answerOf(query, form));
  // An answer with a form would have to be made up, so there is none.
  const shapedAnswers = shapedQueries.map(
    (shapedQuery): QueryResult => ({
      ...unanswered(questionOf(shapedQuery), 'not_tested'),
      reason: 'needs_language_model',
    }),
  );
  return [...answers, ...shapedAnswers];
}

function answerOf(query: string, form: TestResults): QueryResult {
  if (form !== 'whole') return unanswered(query, form === 'partial' ? 'not_tested' : 'not_found');
  return {
    query,
    answer: 'This is a test answer. No video was analysed.',
    answered: true,
    outcome: 'answered',
    confidence,
    evidence: [
      {
        timestamp: 1,
        timestamp_start: 1,
        timestamp_end: 3,
        source: 'speech',
        quote: openingLine,
      },
    ],
  };
}

const unanswered = (query: string, outcome: NonNullable<QueryResult['outcome']>): QueryResult => ({
  query,
  answer: '',
  answered: false,
  outcome,
  confidence: 0,
  evidence: [],
});

function metaOf(ask: Ask, form: TestResults): Results['meta'] {
  const seenNames = seenObjects(ask, form);
  const unseenNames = ask.objects.filter((name) => !seenNames.includes(name));
  const needsProof =
    ask.return_proof && ask.capabilities.some((name) => name === 'brands' || name === 'objects');

  return {
    test: true,
    ...(form === 'partial' && degradedFlags(ask)),
    ...(form === 'empty' && { no_speech_detected: true as const }),
    // There is no picture that a proof frame or a storyboard could show.
    ...(needsProof && {
      proof_verification_skipped: true as const,
      storyboard_unavailable: true as const,
    }),
    fps_used: ask.fps,
    frames_analyzed: 0,
    video: { width: 1280, height: 720, fps: 25 },
    engines: {},
    ...(unseenNames.length > 0 && { objects_not_found: unseenNames }),
  };
}

const degradedFlag = {
  transcription: 'transcription_degraded',
  summary: 'summary_degraded',
  brands: 'brand_detection_degraded',
  objects: 'object_detection_degraded',
  custom_query: 'query_degraded',
} as const satisfies Partial<Record<Capability, keyof Results['meta']>>;

/** A flag for each capability of the job that an engine can fail at. */
const degradedFlags = ({ capabilities }: Ask) =>
  Object.fromEntries(
    capabilities.flatMap((capability) =>
      capability === 'metadata' ? [] : [[degradedFlag[capability], true as const]],
    ),
  );
