/** Transcript, brands and things of the whole, from what the parts left. */
import { readFile } from 'node:fs/promises';
import { Fault, needs } from '@reelsight/contract';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';
import { withLibrary } from '../brands/brand-library.ts';
import type { BuiltBrand } from '../brands/brand-results.ts';
import { heardBrands, joinBrands } from '../brands/joined-brands.ts';
import { brandsOf } from '../brands/read-cells.ts';
import { brandsInSpeech } from '../brands/spoken-brands.ts';
import type { JoinOrder } from '../part.ts';
import type { Resources } from '../resources.ts';
import { joinTranscript, noTranscript, type Transcript } from '../speech/transcript.ts';
import { joinThings, type SeenObjects } from '../things/joined-things.ts';
import type { Health } from './health.ts';
import type { Parts } from './parts.ts';

export async function transcriptOf(
  { ask, transcript }: JoinOrder,
  parts: Parts,
  { audio }: MediaPass,
): Promise<Transcript> {
  if (transcript !== null) return JSON.parse(await readFile(transcript, 'utf8'));
  if (!needs('speech', ask.capabilities)) return noTranscript;
  if (!audio) return { ...noTranscript, flags: ['no_audio'] };
  return joinTranscript({
    parts: parts.hear,
    speakers: parts.speakers[0] ?? null,
    language: ask.language,
    durationSeconds: audio.durationSeconds,
  });
}

export interface FoundBrands {
  readonly wanted: boolean;
  /** What results show; empty where only questions are asked. */
  readonly shown: readonly BuiltBrand[];
  readonly known: readonly BuiltBrand[];
  readonly lines: readonly ReadLine[];
}

/** Also where only questions are asked: they may be about what stands on the screen. Null where that failed. */
export async function findBrands(
  order: JoinOrder,
  parts: Parts,
  transcript: Transcript,
  pass: MediaPass,
  resources: Resources,
  health: Health,
): Promise<FoundBrands | null> {
  const { capabilities } = order.ask;
  const wanted = capabilities.includes('brands');
  if (!wanted && !capabilities.includes('custom_query')) return null;
  const work = () => joinedBrands(order, parts, transcript, pass, resources);
  const seen = await (wanted
    ? health.attempt('brands', work)
    : health.attemptExtra('custom_query', work));
  const degraded = !seen || seen.degraded || transcript.failure !== null;
  // Names that only speech could have told are missing where there was no transcript.
  if (wanted && degraded) health.flag('brand_detection_degraded');
  if (!seen) {
    if (!wanted) health.flag('query_degraded');
    return null;
  }
  health.ran('text', seen.engines.text);
  health.ran('logos', seen.engines.logos);
  if (wanted && seen.unverified) health.flag('proof_verification_skipped');
  return { wanted, shown: wanted ? seen.built : [], known: seen.built, lines: seen.lines };
}

async function joinedBrands(
  { ask, library, engines }: JoinOrder,
  parts: Parts,
  { segments }: Transcript,
  pass: MediaPass,
  resources: Resources,
) {
  const listed = await resources.lexicon(engines.brandsFile);
  const lexicon = withLibrary(listed, library.brands, ask.brands);
  const spoken = brandsInSpeech(segments, brandsOf({ targets: ask.brands, lexicon }), lexicon.rank);
  const surfaces = ask.capabilities.includes('brands') ? ask.surfaces : [];
  const wish = { surfaces, returnProof: ask.return_proof };
  if (pass.frames.length > 0) return joinBrands(parts.read, spoken, pass, wish);
  if (surfaces.length > 0 && !(await resources.engines(engines).vision()))
    throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision engine is configured');
  return heardBrands(surfaces.length > 0 ? [] : spoken, wish);
}

export type FoundObjects = Pick<SeenObjects, 'built' | 'notFound' | 'unsupported'>;

/** Null where it is not asked for, or failed. */
export async function findObjects(
  { ask }: JoinOrder,
  parts: Parts,
  pass: MediaPass,
  health: Health,
): Promise<FoundObjects | null> {
  if (!ask.capabilities.includes('objects')) return null;
  if (pass.frames.length === 0) return { built: [], notFound: [...ask.objects], unsupported: [] };
  const seen = await health.attempt('objects', async () =>
    joinThings(ask.objects, parts.detect, pass),
  );
  if (!seen || seen.degraded) health.flag('object_detection_degraded');
  if (!seen) return null;
  health.ran('objects', seen.engines);
  if (seen.unverified) health.flag('proof_verification_skipped');
  return seen;
}
