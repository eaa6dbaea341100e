/** Writes COCO annotations: an image for each frame with detections, with boxes and outlines in pixels. */
import { unionOf } from '../analysis/spans.ts';
import {
  appearancesOfThing,
  type Detection,
  detectionsOf,
  type ExportedJob,
  type ExportOptions,
  type Pieces,
  type Thing,
  thingsOf,
  titleOf,
} from './exported.ts';
import { edgesOf, type FrameSize, frameSize, pixels } from './picture.ts';
import { lineOf } from './text.ts';

export function* coco(job: ExportedJob, options: ExportOptions): Pieces {
  const size = frameSize(job, options);
  const things = thingsOf(job, options.names);
  const info = { description: titleOf(job), date_created: job.completed_at, job_id: job.job_id };
  yield `{"info":${JSON.stringify(info)},"licenses":[],"categories":${JSON.stringify(categories(things))}`;
  const imageIds = yield* imagesOf(things, size);
  yield* annotations(things, imageIds, size);
  yield '}\n';
}

const categories = (things: readonly Thing[]) =>
  things.map((thing, index) => ({
    id: index + 1,
    name: lineOf(thing.name),
    supercategory: thing.kind === 'brand' ? 'brand' : lineOf(thing.category),
  }));

/** Writes the images in order of time; returns their ids by millisecond. */
function* imagesOf(
  things: readonly Thing[],
  { width, height }: FrameSize,
): Generator<string, Map<number, number>> {
  const times = new Set<number>();

  for (const thing of things) {
    for (const { timestamp } of detectionsOf(thing)) times.add(msOf(timestamp));
  }

  const ids = new Map<number, number>();
  yield ',"images":[';

  for (const ms of Float64Array.from(times).sort()) {
    const id = ids.size + 1;
    ids.set(ms, id);
    const file_name = `frame-${String(ms).padStart(9, '0')}.jpg`;
    const image = { id, width, height, file_name, timestamp: ms / 1000 };
    yield (id === 1 ? '' : ',') + JSON.stringify(image);
  }

  yield ']';
  return ids;
}

const msOf = (seconds: number): number => Math.round(seconds * 1000);

function* annotations(
  things: readonly Thing[],
  imageIds: ReadonlyMap<number, number>,
  size: FrameSize,
): Pieces {
  let id = 0;
  yield ',"annotations":[';

  for (const [index, thing] of things.entries()) {
    const isCorrected = correctedAt(thing);
    for (const detection of detectionsOf(thing)) {
      const shape = shapeOf(detection, size);
      if (!shape) continue;

      id += 1;
      const image_id = imageIds.get(msOf(detection.timestamp));
      const { confidence: score, verified } = detection;
      const annotation = {
        id,
        image_id,
        category_id: index + 1,
        ...shape,
        iscrowd: 0,
        score,
        verified,
      };
      const corrected = isCorrected(detection.timestamp) && { corrected: true };
      yield (id === 1 ? '' : ',') + JSON.stringify({ ...annotation, ...corrected });
    }
  }

  yield ']';
}

/**
 * Returns a function that says whether an appearance that a person corrected is on screen at a given time. It must be
 * called with times in ascending order.
 */
function correctedAt(thing: Thing): (second: number) => boolean {
  const spans = unionOf(
    appearancesOfThing(thing).filter(({ one: appearance }) => appearance.corrected),
  );
  let next = 0;
  return (second) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) < second) next += 1;
    return (spans[next]?.start ?? Number.POSITIVE_INFINITY) <= second;
  };
}

/** The box cut to the frame, and the outline if there is one; null if the box lies outside the frame. */
function shapeOf({ bounding_box, outline = [] }: Detection, size: FrameSize) {
  const edges = edgesOf(bounding_box, size);
  if (!edges) return null;

  const width = hundredths(edges.right - edges.left);
  const height = hundredths(edges.bottom - edges.top);
  const rings = outline
    .filter((ring) => ring.length >= 3)
    .map((ring) => ring.flatMap(([x, y]) => [pixels(x, size.width), pixels(y, size.height)]));
  const area =
    rings.length === 0 ? width * height : rings.reduce((sum, ring) => sum + areaOf(ring), 0);

  return {
    bbox: [edges.left, edges.top, width, height],
    area: hundredths(area),
    segmentation: rings,
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Area of a polygon, given as `x, y, x, y …`. */
function areaOf(ring: readonly number[]): number {
  let twice = 0;
  for (let index = 0; index < ring.length; index += 2) {
    const [x = 0, y = 0] = ring.slice(index, index + 2);
    const [nextX = ring[0] ?? 0, nextY = ring[1] ?? 0] = ring.slice(index + 2, index + 4);
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}
