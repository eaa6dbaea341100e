/** Looks again, close up, at a brand that was found, and asks what surface it is on. */
import type { Surface } from '@reelsight/contract';
import { widened } from '../../analysis/boxes.ts';
import type { CallContext } from '../../engines/engine.ts';
import type { LogoEngine } from '../../engines/logos.ts';
import { crop } from '../../engines/picture.ts';
import type { TextEngine } from '../../engines/text.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import type { Verdict } from '../artifacts.ts';
import type { Pictures } from '../frame-reader.ts';
import { confirmText } from './brand-check.ts';
import { type BrandTrack, bestOf } from './seen-brands.ts';

interface SecondLookEngines {
  readonly text: TextEngine | null;
  readonly vision: VisionEngine | null;
  readonly logos: LogoEngine | null;
}

/** Takes a second look at a track. `unsure` means that no engine could look. */
export async function secondLook(
  track: BrandTrack,
  pictures: Pictures,
  engines: SecondLookEngines,
  context: CallContext,
): Promise<Verdict> {
  try {
    if (engines.text && bestOf(track.sightings).source === 'text') {
      const close = { ...pictures, engine: engines.text, context };
      return (await confirmText(track, close)) ? 'yes' : 'no';
    }

    const { vision, logos } = engines;
    if (vision) return (await confirmLogo(track, pictures, vision, context)) ? 'yes' : 'no';
    if (!logos?.confirm) return 'unsure';

    const { sample, seen: name, box } = bestOf(track.sightings);
    const picture = await pictures.frames.rgb(pictures.pass.frames[sample]?.image ?? 0);
    return (await logos.confirm(picture, { name, box }, context)) ? 'yes' : 'no';
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

/** The surface that the brand is on; null if it is on none of the surfaces, undefined if the model gave no answer. */
export async function surfaceOf(
  track: BrandTrack,
  { pass, frames }: Pictures,
  surfaces: readonly Surface[],
  vision: VisionEngine,
  context: CallContext,
): Promise<Surface | null | undefined> {
  const best = bestOf(track.sightings);
  try {
    const picture = await frames.rgb(pass.frames[best.sample]?.image ?? 0);
    const brand = { name: best.brand.name, box: best.box };
    return await vision.surfaceOf(picture, brand, surfaces, context);
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('surface could not be identified', { error: String(error) });
    return undefined;
  }
}
