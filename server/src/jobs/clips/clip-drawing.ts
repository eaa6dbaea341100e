/** The drawings in a clip: the boxes of a job's results, with their names. */
import type { ClipRange, CreateClip, Results } from '@reelsight/contract';
import { type BoxOnFrame, movingBoxes, type Span } from '../../analysis/box-tracks.ts';
import { identityOf } from '../../analysis/name-key.ts';
import type { Drawing } from '../../media/clip/clip.ts';
import { coloursOf, type Slots } from '../../reports/colours.ts';
import { labelOf } from './clip-label.ts';

export interface DrawingOrder {
  readonly ask: Pick<CreateClip, 'brand' | 'object'>;
  /** The job's results as JSON text, with `brands` and `objects`. */
  readonly json: string;
  readonly ranges: readonly ClipRange[];
  /** The brand slots of the workspace, which decide the colours of the brands. */
  readonly slots: Slots;
}

interface Named {
  readonly name: string;
  readonly frames: readonly BoxOnFrame[];
  readonly spans: readonly Span[];
}

/** Returns the boxes and labels of only those brands and objects that are on screen in the ranges. */
export async function drawingOf(
  ask: DrawingOrder['ask'],
  results: Pick<Results, 'brands' | 'objects'>,
  { ranges, slots }: Pick<DrawingOrder, 'ranges' | 'slots'>,
): Promise<Drawing> {
  const labels: Drawing['labels'][number][] = [];
  const tracks: Drawing['tracks'][number][] = [];
  const colourOf = coloursOf(slots);

  for (const { name, frames, spans } of namedOf(ask, results)) {
    const moving = movingBoxes(frames, spans).filter((box) =>
      ranges.some(({ start, end }) => box.start < end && box.end > start),
    );
    if (moving.length === 0) continue;
    const label = labels.push(await labelOf(name, colourOf(name))) - 1;

    for (const { start, end, boxes } of moving)
      tracks.push({
        label,
        start,
        end,
        boxes: boxes.map(({ timestamp, bounding_box: { x, y, width, height } }) => ({
          time: timestamp,
          x,
          y,
          width,
          height,
        })),
      });
  }

  return { labels, tracks };
}

function namedOf(
  { brand, object }: Pick<CreateClip, 'brand' | 'object'>,
  { brands = [], objects = [] }: Pick<Results, 'brands' | 'objects'>,
): Named[] {
  if (object != null) return objects.filter(({ name }) => isName(name, object)).map(namedObject);

  const chosenBrands = brand == null ? brands : brands.filter(({ name }) => isName(name, brand));
  return chosenBrands.map(({ name, frame_detections: frames, appearances }) => ({
    name,
    frames,
    spans: appearances.flatMap(({ timestamp_start: start, timestamp_end: end }) =>
      start === undefined || end === undefined ? [] : [{ start, end }],
    ),
  }));
}

const namedObject = ({
  name,
  frames,
  appearances,
}: NonNullable<Results['objects']>[number]): Named => ({
  name,
  frames,
  spans: appearances.map(({ timestamp_start: start, timestamp_end: end }) => ({ start, end })),
});

const isName = (nameA: string, nameB: string): boolean => identityOf(nameA) === identityOf(nameB);
