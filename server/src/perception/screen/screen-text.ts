/**
 * Reads the text of a video: in each picture only what changed since the previous one, and also still text over moving
 * video.
 */

import type { CallContext } from '../../engines/engine.ts';
import type { TextEngine } from '../../engines/text.ts';
import type { Pictures } from '../frame-reader.ts';
import { everyImage } from '../looks.ts';
import { ChangeReader } from './change-reader.ts';
import { lumaGrid } from './changed-regions.ts';
import { LinePlaces } from './line-places.ts';
import type { SightedLine } from './sighted-line.ts';
import { StillReader } from './still-reader.ts';

/**
 * Returns every line of every sample in a cell (`to` exclusive), in order of time. The lines of a picture are returned
 * for each sample that shows it.
 */
export async function readScreen(
  { pass, frames }: Pictures,
  cell: { readonly from: number; readonly to: number },
  engine: TextEngine,
  context: CallContext,
): Promise<SightedLine[]> {
  const images = everyImage(pass, cell);
  const reader = new ChangeReader(engine, context);
  const still = new StillReader(engine, context, pass.fps);
  const places = new LinePlaces();
  const sighted: SightedLine[] = [];
  let shot = -1;

  for (const [imageIndex, { image, samples }] of images.entries()) {
    context.signal.throwIfAborted();

    const first = pass.frames[samples[0] as number];
    if (first && first.shot !== shot) {
      for (const line of await still.finishShot()) sighted.push(line);
      reader.startShot();
      shot = first.shot;
    }

    const picture = await frames.rgb(image);
    const grid = lumaGrid(picture);
    const moment = { seconds: first?.timestamp ?? 0, stands: samples.length > 1 };
    const lines = await reader.read(picture, grid, moment);
    const boxes = places.in(picture, lines);

    for (const sample of samples)
      for (const [index, line] of lines.entries())
        sighted.push({ sample, box: boxes[index] ?? line.box, line });

    for (const line of await still.add({ picture, grid, samples, lines })) sighted.push(line);
    context.onProgress?.((imageIndex + 1) / images.length);
  }

  for (const line of await still.finishShot()) sighted.push(line);
  return sighted.sort((a, b) => a.sample - b.sample);
}
