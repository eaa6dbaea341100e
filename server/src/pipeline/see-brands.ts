/** Finds brands on screen and in speech: text, logos, a second look, and what each brand stands on. */
import { Fault, type Surface } from '@reelsight/contract';
import { widened } from '../analysis/boxes.ts';
import { type BrandName, type Lexicon, targetBrands } from '../analysis/brand-lexicon.ts';
import {
  type BuiltBrand,
  brandResults,
  type CheckedBrandTrack,
} from '../analysis/brand-results.ts';
import { keyOf } from '../analysis/name-key.ts';
import {
  type BrandSighting,
  type BrandTrack,
  bestOf,
  brandsOnScreen,
  brandTracks,
} from '../analysis/seen-brands.ts';
import { brandsInSpeech } from '../analysis/spoken-brands.ts';
import type { CallContext, EngineInfo } from '../engines/engine.ts';
import type { LogoEngine } from '../engines/logos.ts';
import { crop } from '../engines/picture.ts';
import type { SpeechSegment } from '../engines/speech.ts';
import type { TextEngine } from '../engines/text.ts';
import type { VisionEngine } from '../engines/vision.ts';
import type { MediaPass } from '../media/media.ts';
import { confirmText, followText } from './brand-check.ts';
import type { FrameReader } from './frame-reader.ts';
import { fewImages } from './looks.ts';
import { readScreen } from './screen-text.ts';
import type { SightedLine } from './sighted-line.ts';

export interface BrandEngines {
  readonly text: TextEngine | null;
  readonly logos: LogoEngine | null;
  readonly vision: VisionEngine | null;
}

export interface BrandWish {
  /** Empty: every brand of the lexicon. */
  readonly targets: readonly string[];
  /** Empty: a brand counts wherever it stands. */
  readonly surfaces: readonly Surface[];
  readonly returnProof: boolean;
  readonly segments: readonly SpeechSegment[];
  readonly lexicon: Lexicon;
  /** Pictures a costly engine is shown at most. */
  readonly costlyLooks: number;
}

export interface SeenBrands {
  readonly built: readonly BuiltBrand[];
  /** Every line read on screen, for questions about it. */
  readonly lines: readonly SightedLine[];
  /** Logos were not looked for, or an engine failed (`brand_detection_degraded`). */
  readonly degraded: boolean;
  /** The second look could not run (`proof_verification_skipped`). */
  readonly unverified: boolean;
  readonly engines: { readonly text?: EngineInfo; readonly logos?: EngineInfo };
}

/** What the video shows; null for audio alone. */
export interface Pictures {
  readonly pass: MediaPass;
  readonly frames: FrameReader;
}

/**
 * Throws Fault SURFACE_VERIFICATION_UNAVAILABLE where surfaces are asked for and nothing can tell one, and
 * ANALYSIS_FAILED where no engine could look at the pictures at all.
 */
export async function seeBrands(
  pictures: Pictures | null,
  wish: BrandWish,
  engines: BrandEngines,
  context: CallContext,
): Promise<SeenBrands> {
  if (wish.surfaces.length > 0 && !engines.vision) {
    throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision engine is configured');
  }
  const { lexicon } = wish;
  const brands = wish.targets.length > 0 ? targetBrands(wish.targets, lexicon) : lexicon.brands;
  const spoken = brandsInSpeech(wish.segments, brands, lexicon.rank);
  if (!pictures) {
    const built = brandResults([], spoken, null, wish);
    return { built, lines: [], degraded: false, unverified: false, engines: {} };
  }
  const look = await lookForBrands(pictures, brands, wish, engines, context);
  const checked = await check(look.tracks, pictures, engines, context);
  const placed = await place(checked.tracks, pictures, wish.surfaces, engines.vision, context);
  // A brand that is only spoken stands on no surface.
  const heard = wish.surfaces.length > 0 ? [] : spoken;
  return {
    built: brandResults(placed.tracks, heard, pictures.pass, wish),
    lines: look.lines,
    degraded: look.degraded || placed.degraded,
    unverified: checked.unverified,
    engines: look.engines,
  };
}

interface Found {
  readonly tracks: readonly BrandTrack[];
  readonly lines: readonly SightedLine[];
  readonly degraded: boolean;
  readonly engines: SeenBrands['engines'];
}

async function lookForBrands(
  pictures: Pictures,
  brands: readonly BrandName[],
  wish: BrandWish,
  engines: BrandEngines,
  context: CallContext,
): Promise<Found> {
  const failed: unknown[] = [];
  const attempt = async <T>(run: () => Promise<T>): Promise<T | null> => {
    try {
      return await run();
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('brand engine failed', { error: String(error) });
      failed.push(error);
      return null;
    }
  };
  const { text, logos } = engines;
  const read = text && (await attempt(() => readBrands(pictures, brands, wish, text, context)));
  const seen = logos && (await attempt(() => findLogos(pictures, brands, wish, logos, context)));
  if (!read && !seen) {
    throw new Fault('ANALYSIS_FAILED', 'no engine could look for brands', { cause: failed[0] });
  }
  const tracks = brandTracks(
    [...(read?.tracks.flatMap((track) => track.sightings) ?? []), ...(seen?.sightings ?? [])],
    pictures.pass,
  );
  return {
    tracks,
    lines: read?.lines ?? [],
    degraded: failed.length > 0 || !seen || seen.degraded,
    engines: {
      ...(read && text ? { text: text.info } : {}),
      ...(seen && logos ? { logos: logos.info } : {}),
    },
  };
}

async function readBrands(
  { pass, frames }: Pictures,
  brands: readonly BrandName[],
  { lexicon }: BrandWish,
  engine: TextEngine,
  context: CallContext,
): Promise<{ lines: SightedLine[]; tracks: BrandTrack[] }> {
  const lines = await readScreen(pass, frames, engine, context);
  const sightings = brandsOnScreen(lines, brands, lexicon.rank);
  const tracks: BrandTrack[] = [];
  for (const track of brandTracks(sightings, pass)) {
    context.signal.throwIfAborted();
    tracks.push(await followText(track, { pass, frames, engine, context }));
  }
  return { lines, tracks };
}

/** Pictures in a row an engine may fail on before it is given up. */
const patience = 3;

async function findLogos(
  { pass, frames }: Pictures,
  brands: readonly BrandName[],
  wish: BrandWish,
  engine: LogoEngine,
  context: CallContext,
): Promise<{ sightings: BrandSighting[]; degraded: boolean }> {
  const looks = fewImages(pass, wish.costlyLooks);
  const names = wish.targets.length > 0 ? brands.map(({ name }) => name) : null;
  const sightings: BrandSighting[] = [];
  let [failures, inARow] = [0, 0];
  for (const look of looks) {
    context.signal.throwIfAborted();
    try {
      const found = await engine.find(await frames.rgb(look.image), names, context);
      inARow = 0;
      for (const logo of found) {
        const brand = brandNamed(logo.name, brands, names === null ? wish.lexicon.excluded : null);
        if (!brand) continue;
        const { confidence, box } = logo;
        const sighting = { brand, confidence, box, source: engine.source, seen: logo.name };
        sightings.push(...look.samples.map((sample) => ({ ...sighting, sample })));
      }
    } catch (error) {
      context.signal.throwIfAborted();
      failures += 1;
      inARow += 1;
      if (inARow >= patience) throw error;
    }
  }
  return { sightings, degraded: failures > 0 };
}

/** The brand a model means; where every brand counts but those `excluded`, one no list knows is taken as named. */
function brandNamed(
  name: string,
  brands: readonly BrandName[],
  excluded: ReadonlySet<string> | null,
): BrandName | null {
  const key = keyOf(name);
  const known = brands.find((brand) =>
    key === '' ? brand.name === name : brand.forms.some((form) => form.key === key),
  );
  if (known) return known;
  if (excluded === null || key === '' || excluded.has(key)) return null;
  const forms = [{ spelling: name, key, kind: 'unique' as const }];
  return { name, forms, support: [], unless: [], target: false, kept: false };
}

/** Every track is looked at once more; those the second look denies are dropped. */
async function check(
  tracks: readonly BrandTrack[],
  { pass, frames }: Pictures,
  engines: BrandEngines,
  context: CallContext,
): Promise<{ tracks: CheckedBrandTrack[]; unverified: boolean }> {
  const checked: CheckedBrandTrack[] = [];
  let unverified = false;
  for (const track of tracks) {
    context.signal.throwIfAborted();
    const verdict = await secondLook(track, { pass, frames }, engines, context);
    if (verdict === 'unsure') unverified = true;
    if (verdict !== 'no') checked.push({ ...track, verified: verdict === 'yes' });
  }
  return { tracks: checked, unverified };
}

async function secondLook(
  track: BrandTrack,
  pictures: Pictures,
  engines: BrandEngines,
  context: CallContext,
): Promise<'yes' | 'no' | 'unsure'> {
  try {
    if (engines.text && bestOf(track.sightings).source === 'text') {
      const close = { ...pictures, engine: engines.text, context };
      return (await confirmText(track, close)) ? 'yes' : 'no';
    }
    if (!engines.vision) return 'unsure';
    return (await confirmLogo(track, pictures, engines.vision, context)) ? 'yes' : 'no';
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('second look failed', { error: String(error) });
    return 'unsure';
  }
}

const closeUpMargin = 0.3;

async function confirmLogo(
  track: BrandTrack,
  { pass, frames }: Pictures,
  vision: VisionEngine,
  context: CallContext,
): Promise<boolean> {
  const best = bestOf(track.sightings);
  const picture = await frames.rgb(pass.frames[best.sample]?.image ?? 0);
  const { x, y, width, height } = widened(best.box, closeUpMargin);
  const closeUp = crop(picture, {
    x: x * picture.width,
    y: y * picture.height,
    width: width * picture.width,
    height: height * picture.height,
  });
  const claim = { kind: 'brand' as const, name: best.brand.name };
  return closeUp !== null && vision.confirm(closeUp, claim, context);
}

/** Every surface a model may name where the caller asked for none. */
async function place(
  tracks: readonly CheckedBrandTrack[],
  { pass, frames }: Pictures,
  surfaces: readonly Surface[],
  vision: VisionEngine | null,
  context: CallContext,
): Promise<{ tracks: readonly CheckedBrandTrack[]; degraded: boolean }> {
  if (surfaces.length === 0 || !vision) return { tracks, degraded: false };
  const placed: CheckedBrandTrack[] = [];
  let failures = 0;
  for (const track of tracks) {
    context.signal.throwIfAborted();
    const best = bestOf(track.sightings);
    try {
      const picture = await frames.rgb(pass.frames[best.sample]?.image ?? 0);
      const brand = { name: best.brand.name, box: best.box };
      const surface = await vision.surfaceOf(picture, brand, surfaces, context);
      if (surface !== null) placed.push({ ...track, surface });
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('surface could not be told', { error: String(error) });
      failures += 1;
    }
  }
  if (failures > 0 && failures === tracks.length) {
    throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no surface could be told');
  }
  return { tracks: placed, degraded: failures > 0 };
}
