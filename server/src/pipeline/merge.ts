/** Stage 4, in the process of the job: results, proof frames, storyboard and thumbnail as they will be shown. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Capability,
  type HealthFlag,
  type MetadataResult,
  type Results,
  results as resultsSchema,
  type Storyboard,
  type TranscriptionResult,
} from '@reelsight/contract';
import { openFrames, readMediaPass } from '../media/frames.ts';
import type { MediaPass } from '../media/media.ts';
import { buildStoryboard } from '../media/storyboard.ts';
import type { Analysis } from './analyze.ts';
import type { StageContext, StageOrder } from './orders.ts';
import type { Transcript } from './transcribe.ts';

export async function runMerging(order: StageOrder, context: StageContext): Promise<null> {
  const read = async (stage: string, file: string) =>
    JSON.parse(await readFile(join(order.workDir, stage, file), 'utf8'));
  const pass = await readMediaPass(join(order.workDir, 'ingestion'));
  const transcript: Transcript = await read('transcription', 'transcript.json');
  const analysis: Analysis = await read('analysis', 'analysis.json');
  const out = join(order.workDir, 'merging', 'frames');
  await mkdir(out, { recursive: true });
  await writeProofFrames(order, pass, analysis, out);
  if (pass.thumbnail)
    await copyFile(join(order.workDir, 'ingestion', pass.thumbnail), join(out, 'thumbnail.jpg'));
  const board = await storyboardOf(order, pass, out, context);
  const merged = mergeResults(order, pass, transcript, analysis, board);
  // Our own writing is held against our own contract before anyone else reads it.
  resultsSchema.parse(merged);
  await writeFile(join(order.workDir, 'merging', 'results.json'), JSON.stringify(merged));
  return null;
}

async function writeProofFrames(
  order: StageOrder,
  pass: MediaPass,
  { proof }: Analysis,
  out: string,
): Promise<void> {
  if (proof.length === 0) return;
  const frames = await openFrames(join(order.workDir, 'ingestion'), pass);
  try {
    for (const { file, image } of proof) await writeFile(join(out, file), await frames.jpeg(image));
  } finally {
    await frames.close();
  }
}

interface Board {
  readonly storyboard: Storyboard | null;
  readonly unavailable: boolean;
}

/** On brands and objects jobs with proof; a video without pictures has none. */
async function storyboardOf(
  order: StageOrder,
  pass: MediaPass,
  out: string,
  context: StageContext,
): Promise<Board> {
  const { job } = order;
  const wanted =
    job.returnProof && job.capabilities.some((one) => one === 'brands' || one === 'objects');
  if (!wanted) return { storyboard: null, unavailable: false };
  if (pass.frames.length === 0) return { storyboard: null, unavailable: true };
  try {
    const { sheetFiles, ...board } = await buildStoryboard({
      dir: join(order.workDir, 'ingestion'),
      pass,
      outDir: out,
      maxTiles: order.storyboardTiles,
      signal: context.signal,
    });
    const sheets = sheetFiles.map((file) => `/v1/frames/${job.id}/${file}`);
    return {
      storyboard: { ...board, timestamps_ms: [...board.timestamps_ms], sheets },
      unavailable: false,
    };
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('storyboard failed', { detail: String(error) });
    return { storyboard: null, unavailable: true };
  }
}

export function mergeResults(
  order: StageOrder,
  pass: MediaPass,
  transcript: Transcript,
  analysis: Analysis,
  board: Board,
): Results {
  const { job } = order;
  const has = (one: Capability): boolean => job.capabilities.includes(one);
  const flags = new Set<HealthFlag>([
    ...transcript.flags,
    ...analysis.flags,
    ...(job.flags as HealthFlag[]),
  ]);
  if (board.unavailable) flags.add('storyboard_unavailable');
  if (!pass.probe.audio) flags.add('no_audio');
  const transcription = has('transcription') && transcript.failure === null;
  return {
    ...(transcription && { transcription: transcriptionResult(transcript, pass) }),
    ...(has('summary') && analysis.summary && { summary: analysis.summary }),
    ...(analysis.brands && {
      brands: [...analysis.brands],
      confidence_summary: confidenceSummary(analysis),
    }),
    ...(has('metadata') && { metadata: metadataResult(order, pass) }),
    ...(analysis.objects && { objects: [...analysis.objects] }),
    ...(analysis.queries && { query_results: [...analysis.queries] }),
    ...(board.storyboard && { storyboard: board.storyboard }),
    meta: {
      ...(Object.fromEntries([...flags].map((flag) => [flag, true])) as Record<HealthFlag, true>),
      fps_used: pass.fps,
      frames_analyzed: pass.frames.length,
      engines: { ...transcript.engines, ...analysis.engines },
      ...(analysis.objectsNotFound.length > 0 && {
        objects_not_found: [...analysis.objectsNotFound],
      }),
      ...(analysis.objectsUnsupported.length > 0 && {
        objects_unsupported: [...analysis.objectsUnsupported],
      }),
    },
  };
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
    duration_seconds: pass.probe.durationSeconds,
    word_count: text.split(/\s+/u).filter(Boolean).length,
    ...(transcript.speakersDetected !== null && {
      speakers_detected: transcript.speakersDetected,
    }),
  };
}

/** Bands of the confidence of single appearances: high from 0.8, where proof begins; medium from 0.5. */
function confidenceSummary({ brands }: Analysis) {
  const all = (brands ?? []).flatMap((brand) =>
    brand.appearances.map((appearance) => appearance.confidence ?? brand.confidence),
  );
  const high = all.filter((value) => value >= 0.8).length;
  const medium = all.filter((value) => value >= 0.5 && value < 0.8).length;
  return { high, medium, low: all.length - high - medium, total: all.length };
}

function metadataResult({ job }: StageOrder, { probe, thumbnail }: MediaPass): MetadataResult {
  const { tags } = probe;
  const container: MetadataResult = {
    title: job.title,
    description: tags.description ?? tags.comment ?? null,
    author: tags.artist ?? tags.author ?? null,
    author_url: null,
    published_at: null,
    duration_seconds: probe.durationSeconds,
    thumbnail_url: thumbnail ? `/v1/frames/${job.id}/thumbnail.jpg` : null,
    language: tags.language ?? null,
    tags: [],
    categories: tags.genre ? [tags.genre] : [],
    chapters: [...probe.chapters],
    view_count: null,
    like_count: null,
    comment_count: null,
    width: probe.video?.width ?? null,
    height: probe.video?.height ?? null,
    fps: probe.video?.fps ?? null,
    container: probe.container,
    video_codec: probe.video?.codec ?? null,
    audio_codec: probe.audio?.codec ?? null,
    has_audio: probe.audio !== null,
    size_bytes: probe.sizeBytes,
    fetched_at: new Date().toISOString(),
  };
  if (!job.metadata) return container;
  // What the platform says of the video; what the file says of itself stays the file's.
  const told = Object.fromEntries(
    Object.entries(job.metadata).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
  const {
    width,
    height,
    fps,
    container: format,
    video_codec,
    audio_codec,
    has_audio,
    size_bytes,
  } = container;
  return {
    ...container,
    ...told,
    width,
    height,
    fps,
    container: format,
    video_codec,
    audio_codec,
    has_audio,
    size_bytes,
  };
}
