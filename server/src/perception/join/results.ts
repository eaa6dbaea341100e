/** Builds `results.json`: the findings of a job in the form that the caller gets. Pure. */
import type {
  BrandResult,
  Capability,
  HealthFlag,
  MetadataResult,
  ObjectResult,
  OnScreenText,
  PossibleBrand,
  QueryResult,
  Results,
  ShotResult,
  Storyboard,
  SummaryResult,
  TranscriptionResult,
} from '@reelsight/contract';
import { withDisclosures } from '../../analysis/brand-disclosure.ts';
import { confidenceSummary } from '../../analysis/confidences.ts';
import { withVoices } from '../../analysis/voices.ts';
import type { MediaPass, MediaProbe, Scene, Span } from '../../media/media.ts';
import { seconds } from '../moment-text.ts';
import type { JoinOrder } from '../part.ts';
import type { Transcript } from '../speech/transcript.ts';
import type { Health } from './health.ts';
import type { JoinContext } from './join-context.ts';
import type { PaidFindings } from './paid.ts';

/** The outcome of each capability; null if it was not requested or failed. */
export interface Outcomes {
  readonly transcript: Transcript;
  readonly summary: SummaryResult | null;
  readonly brands: BrandResult[] | null;
  readonly objects: {
    readonly results: ObjectResult[];
    readonly notFound: readonly string[];
    readonly unsupported: readonly string[];
  } | null;
  readonly answers: QueryResult[] | null;
  readonly storyboard: Storyboard | null;
  readonly texts: OnScreenText[] | null;
  readonly paid: PaidFindings | null;
  readonly possible: PossibleBrand[] | null;
  readonly textsRead: number | null;
}

export function resultsOf(
  { order, pass, health }: Pick<JoinContext, 'order' | 'pass' | 'health'>,
  outcomes: Outcomes,
  now: Date,
): Results {
  const asksFor = (capability: Capability): boolean => order.ask.capabilities.includes(capability);
  const { transcript, summary, brands, objects, answers, storyboard, texts, paid, possible } =
    outcomes;
  const transcription = asksFor('transcription') && transcript.failure === null;

  return {
    ...(transcription && { transcription: transcriptionResult(transcript, pass) }),
    ...(summary && { summary }),
    ...(brands && {
      brands: withVoices(withDisclosures(brands, paid ?? {}), transcript.segments),
      confidence_summary: confidenceSummary(brands),
    }),
    ...(asksFor('metadata') && { metadata: metadataResult(order, pass, now) }),
    ...(objects && { objects: objects.results }),
    ...(answers && { query_results: answers }),
    ...(storyboard && { storyboard }),
    ...(pass.shots.length > 0 && { shots: (pass.scenes ?? pass.shots).map(shotResult) }),
    ...(texts && { on_screen_text: texts }),
    ...paid,
    ...(possible && { possible_brands: possible }),
    meta: metaOf(order, pass, health, outcomes),
  };
}

const shotResult = ({ start, end, transition, part }: Scene): ShotResult => ({
  ...roundedSpan({ start, end }),
  ...(transition && { transition }),
  ...(part && { part }),
});

const roundedSpan = ({ start, end }: Span) => ({
  start: seconds(start),
  end: seconds(end),
});

function metaOf(
  { flags: orderFlags }: JoinOrder,
  pass: MediaPass,
  health: Health,
  { objects, textsRead }: Pick<Outcomes, 'objects' | 'textsRead'>,
): Results['meta'] {
  const flags = new Set([...health.flags, ...(orderFlags as HealthFlag[])]);
  if (!pass.probe.audio) flags.add('no_audio');

  const { notFound = [], unsupported = [] } = objects ?? {};
  const { unseen = [] } = pass;

  return {
    ...(Object.fromEntries([...flags].map((flag) => [flag, true])) as Record<HealthFlag, true>),
    fps_used: pass.fps,
    frames_analyzed: pass.frames.length,
    ...(unseen.length > 0 && { unseen_spans: unseen.map(roundedSpan) }),
    ...videoForm(pass),
    ...(textsRead !== null && { texts_read: textsRead }),
    engines: health.engines,
    ...(notFound.length > 0 && { objects_not_found: [...notFound] }),
    ...(unsupported.length > 0 && { objects_unsupported: [...unsupported] }),
  };
}

function videoForm({ probe: { video } }: MediaPass): Pick<Results['meta'], 'video'> {
  if (!video || video.width < 1 || video.height < 1) return {};
  return { video: { width: video.width, height: video.height, fps: video.fps } };
}

function transcriptionResult(transcript: Transcript, pass: MediaPass): TranscriptionResult {
  const segments = transcript.segments.map(({ words, ...segment }) => ({
    ...segment,
    ...(words && { words: words.map((word) => ({ ...word })) }),
  }));
  const text = segments.map((segment) => segment.text.trim()).join(' ');
  return {
    text,
    segments,
    language: transcript.language,
    ...(transcript.languageSpans &&
      transcript.languageSpans.length > 0 && {
        language_spans: transcript.languageSpans.map((span) => ({
          ...span,
          ...roundedSpan(span),
        })),
      }),
    duration_seconds: pass.probe.durationSeconds,
    word_count: text.split(/\s+/u).filter(Boolean).length,
    ...(transcript.speakersDetected !== null && {
      speakers_detected: transcript.speakersDetected,
    }),
  };
}

/** Takes the platform's metadata, except for facts about the file, which come from the file itself. */
function metadataResult(order: JoinOrder, pass: MediaPass, now: Date): MetadataResult {
  const platformEntries = Object.entries(order.metadata ?? {}).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const { paid_promotion } = order.metadata ?? {};
  return {
    ...describedByFile(order, pass, now),
    // Null says that the platform was asked, and did not tell.
    ...(paid_promotion !== undefined && { paid_promotion }),
    ...Object.fromEntries(platformEntries),
    ...formOf(pass),
  };
}

function describedByFile({ title, jobId }: JoinOrder, pass: MediaPass, now: Date): MetadataResult {
  const { probe, thumbnail } = pass;
  const { tags } = probe;
  return {
    title,
    description: tags.description ?? tags.comment ?? null,
    author: tags.artist ?? tags.author ?? null,
    author_url: null,
    published_at: null,
    duration_seconds: probe.durationSeconds,
    thumbnail_url: thumbnail ? `/v1/frames/${jobId}/thumbnail.jpg` : null,
    language: tags.language ?? null,
    tags: [],
    categories: tags.genre ? [tags.genre] : [],
    chapters: [...probe.chapters],
    view_count: null,
    like_count: null,
    comment_count: null,
    ...formOf(pass),
    fetched_at: now.toISOString(),
  };
}

const audioTracksOf = ({ probe, audio }: MediaPass) =>
  probe.audioTracks?.map((track) => ({ ...track, heard: track.index === audio?.track }));

const formOf = (pass: MediaPass) => formOfProbe(pass.probe, audioTracksOf(pass));

const formOfProbe = (probe: MediaProbe, audioTracks: MetadataResult['audio_tracks']) => ({
  width: probe.video?.width ?? null,
  height: probe.video?.height ?? null,
  fps: probe.video?.fps ?? null,
  container: probe.container,
  video_codec: probe.video?.codec ?? null,
  audio_codec: probe.audio?.codec ?? null,
  ...(audioTracks && { audio_tracks: audioTracks }),
  has_audio: probe.audio !== null,
  size_bytes: probe.sizeBytes,
});
