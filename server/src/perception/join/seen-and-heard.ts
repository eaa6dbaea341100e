/** Builds the transcript, brands and objects of the whole video from the artifacts of the parts. */
import { Fault, needs, type OnScreenText, type PossibleBrand } from '@reelsight/contract';
import { readArtifact } from '../../artifacts/read-artifact.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';
import type { BrandName } from '../brands/brand-lexicon.ts';
import { withLibrary } from '../brands/brand-library.ts';
import type { BuiltBrand } from '../brands/brand-results.ts';
import {
  finishBrands,
  gatherBrands,
  heardBrands,
  linesOf,
  type SeenBrands,
} from '../brands/joined-brands.ts';
import { brandsOf } from '../brands/read-cells.ts';
import { brandsInSpeech } from '../brands/spoken-brands.ts';
import { findEdges } from '../edges/find-edges.ts';
import type { JoinOrder } from '../part.ts';
import { possibleBrands } from '../possible-brands/possible.ts';
import { lineTracks, textResults, timedLines } from '../screen/text-results.ts';
import {
  joinTranscript,
  noTranscript,
  storedTranscript,
  type Transcript,
} from '../speech/transcript.ts';
import { finishThings, gatherThings, type SeenObjects } from '../things/joined-things.ts';
import { noEdges, type TrackEdges } from '../tracks.ts';
import type { JoinContext } from './join-context.ts';
import type { LoadedArtifacts } from './load-artifacts.ts';

export async function transcriptOf(
  { ask, transcript }: JoinOrder,
  artifacts: LoadedArtifacts,
  { audio, unreadable }: MediaPass,
): Promise<Transcript> {
  if (transcript !== null) return readArtifact(transcript, storedTranscript);
  if (!needs('speech', ask.capabilities)) return noTranscript;

  if (unreadable?.sound) {
    return { ...noTranscript, flags: ['transcription_degraded'], failure: unreadable.sound };
  }

  if (!audio) return { ...noTranscript, flags: ['no_audio'] };
  return joinTranscript({
    parts: artifacts.hear,
    speakers: artifacts.speakers[0] ?? null,
    language: ask.language,
    durationSeconds: audio.durationSeconds,
  });
}

export interface JoinedBrands {
  readonly wanted: boolean;
  /** The brands to show in the results; empty if only queries were requested. */
  readonly shown: readonly BuiltBrand[];
  readonly known: readonly BuiltBrand[];
  readonly lines: readonly ReadLine[];
  readonly texts: OnScreenText[];
  /** Null if no frame was read, or if only queries were requested. */
  readonly possible: PossibleBrand[] | null;
  /** Number of different texts; null if no frame was read. */
  readonly textsRead: number | null;
}

/**
 * Finds the brands. This also runs if only queries were requested, because they may be about text on screen. Null if
 * brands are not needed or if finding them failed.
 */
export async function attemptBrands(context: JoinContext): Promise<JoinedBrands | null> {
  const { order, transcript, health } = context;
  const { capabilities } = order.ask;
  const wantsBrands = capabilities.includes('brands');
  if (!wantsBrands && !capabilities.includes('custom_query')) return null;

  const work = () => seenAndSpokenBrands(context);
  const joinedBrands = await (wantsBrands
    ? health.attempt('brands', work)
    : health.attemptExtra('custom_query', work));
  // Without a transcript, names that are only spoken are missing; without pictures, names that are only shown are
  // missing.
  const isHalf = transcript.failure !== null || context.pass.unreadable?.picture !== undefined;
  const degraded = !joinedBrands || joinedBrands.degraded || isHalf;
  if (wantsBrands && degraded) health.flag('brand_detection_degraded');
  if (wantsBrands && isCrowded(context.artifacts.read)) health.flag('places_left_out');
  if (wantsBrands && context.artifacts.read.some((part) => part?.nearNamesSkipped)) {
    health.flag('alike_names_skipped');
  }

  if (!joinedBrands) {
    if (!wantsBrands) health.flag('query_degraded');
    return null;
  }

  health.ran('text', joinedBrands.engines.text);
  health.ran('logos', joinedBrands.engines.logos);

  if (wantsBrands && joinedBrands.unverified) health.flag('proof_verification_skipped');
  return {
    wanted: wantsBrands,
    shown: wantsBrands ? joinedBrands.built : [],
    known: joinedBrands.built,
    lines: joinedBrands.lines,
    texts: joinedBrands.texts,
    possible: wantsBrands ? joinedBrands.possible : null,
    textsRead: joinedBrands.textsRead,
  };
}

type Seen = SeenBrands & Pick<JoinedBrands, 'texts' | 'possible' | 'textsRead'>;

async function seenAndSpokenBrands(context: JoinContext): Promise<Seen> {
  const { order, pass, resources, engines, artifacts, transcript } = context;
  const { ask, library } = order;
  const listed = await resources.lexicon(order.engines.brandsFile);
  const lexicon = withLibrary(listed, library.brands, ask.brands);
  const targets = brandsOf({ targets: ask.brands, lexicon });
  const spoken = brandsInSpeech(transcript.segments, targets, lexicon.rank);
  const surfaces = ask.capabilities.includes('brands') ? ask.surfaces : [];
  const options = { surfaces, return_proof: ask.return_proof };

  if (pass.frames.length > 0) {
    const gathered = gatherBrands(artifacts.read, pass, options);
    const textTracks = lineTracks(linesOf(gathered), pass);
    // Brands appear and disappear together with their lines of text, so both share the frames in which their edges are
    // found.
    const tracks = [...gathered.tracks.map(({ track }) => track), ...textTracks];
    const edges = await edgesOf(context, tracks);
    const lines = timedLines(textTracks, pass, context.strips && edges);
    const finishedBrands = finishBrands(gathered, spoken, pass, { ...options, edges });

    return {
      ...finishedBrands,
      texts: textResults(lines, pass, context.strips && edges),
      possible: possibleBrands({
        lines,
        pass,
        pieces: gathered.read.flatMap(({ pieces }) => pieces),
        claimed: spellingsOf(finishedBrands, targets),
        lexicon,
        targets,
      }),
      textsRead: new Set(lines.map(({ best }) => best.key)).size,
    };
  }

  if (surfaces.length > 0 && !(await engines.vision()))
    throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision engine is configured');

  const spokenBrands = heardBrands(surfaces.length > 0 ? [] : spoken, options);
  return { ...spokenBrands, texts: [], possible: null, textsRead: null };
}

/** All spellings that the brands in the results may have. */
function spellingsOf({ built }: SeenBrands, brands: readonly BrandName[]): string[] {
  const names = new Set(built.map(({ result }) => result.name));
  const forms = brands.filter(({ name }) => names.has(name)).flatMap((brand) => brand.forms);
  return [...names, ...forms.map(({ spelling }) => spelling)];
}

/**
 * Finds the edges of tracks. If the frames between samples are not stored, times are only as exact as the sampling
 * allows.
 */
const edgesOf = async (
  { pass, strips, call }: JoinContext,
  tracks: Parameters<typeof findEdges>[0],
): Promise<TrackEdges> => (strips ? findEdges(tracks, pass, strips, call) : noEdges);

export type JoinedObjects = Pick<SeenObjects, 'built' | 'notFound' | 'unsupported'>;

/** Finds the objects; null if they were not requested or finding them failed. */
export async function attemptObjects(context: JoinContext): Promise<JoinedObjects | null> {
  const { order, pass, artifacts, health } = context;
  const { ask } = order;
  if (!ask.capabilities.includes('objects')) return null;

  const { picture } = pass.unreadable ?? {};
  if (pass.frames.length === 0 && picture === undefined) {
    return { built: [], notFound: [...ask.objects], unsupported: [] };
  }

  const seenObjects = await health.attempt('objects', async () => {
    if (picture !== undefined) {
      throw new Fault('EXTRACTION_FAILED', 'the picture is unreadable', { text: picture });
    }

    const gathered = gatherThings(ask.objects, artifacts.detect, pass);
    const edges = await edgesOf(
      context,
      gathered.checked.map(({ track }) => track),
    );

    return finishThings(gathered, pass, edges);
  });
  if (!seenObjects || seenObjects.degraded) health.flag('object_detection_degraded');
  if (isCrowded(artifacts.detect)) health.flag('places_left_out');
  if (!seenObjects) return null;

  health.ran('objects', seenObjects.engines);
  if (seenObjects.unverified) health.flag('proof_verification_skipped');

  return seenObjects;
}

const isCrowded = (parts: readonly ({ readonly crowded?: true | undefined } | null)[]): boolean =>
  parts.some((part) => part?.crowded === true);
