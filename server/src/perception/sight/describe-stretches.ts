/** Describes what the stretches of a part look like, for search by sight. */
import type { CallContext } from '../../engines/engine.ts';
import type { SightEngine } from '../../engines/sight/sight-network.ts';
import type { FrameSample } from '../../media/media.ts';
import type { DescribedStretches } from '../artifacts.ts';
import { frameCells } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import type { CellSpan } from '../part.ts';
import { stretchesOf } from './stretches.ts';

/** JPEGs are decoded at about this size, which takes a fraction of the time that the whole picture takes. */
const decodedSide = 480;

/**
 * Describes the stretches whose picture lies in the part. Stretches that show nothing to compare, such as black ones,
 * are left out. Throws the signal's reason, and if the engine fails.
 */
export async function describeStretches(
  { pass, frames }: Pictures,
  span: CellSpan,
  engine: SightEngine,
  context: CallContext,
): Promise<DescribedStretches> {
  const cells = frameCells(pass).slice(span.from, span.to);
  const from = cells[0]?.from ?? 0;
  const to = cells.at(-1)?.to ?? 0;
  const stretches: DescribedStretches['stretches'][number][] = [];

  for (const { start, end, sample } of stretchesOf(pass)) {
    if (sample < from || sample >= to) continue;

    const { image, timestamp } = pass.frames[sample] as FrameSample;
    const picture = await frames.rgb(image, { maxSide: decodedSide });
    const vector = await engine.describe(picture, context);
    if (!vector) continue;
    stretches.push({ start, end, timestamp, vector: Buffer.from(vector).toString('base64') });
  }

  return { model: engine.info.version, stretches };
}
