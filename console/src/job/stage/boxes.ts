/**
 * Where brands and objects are in the picture at a given second, for the boxes that the page draws over video and
 * frames.
 */
import type { BoundingBox, Results } from '@reelsight/sdk';
import { indexAt, type Lane, type Span } from '../timeline/lanes.ts';

export type Ring = readonly (readonly [number, number])[];

export interface Detection {
  readonly timestamp: number;
  readonly confidence: number;
  readonly bounding_box: BoundingBox;
  readonly outline?: readonly Ring[];
  readonly verified: boolean;
  /** Of a brand: `logo` if it was found by the shape of its logo. */
  readonly source?: string;
}

/** The detections of one brand or object for which boxes can be drawn. */
export interface Track {
  readonly lane: Lane;
  /** The detections, in ascending order of time. */
  readonly detections: readonly Detection[];
  readonly timestamps: readonly number[];
}

export interface Box {
  readonly id: string;
  readonly name: string;
  /** CSS. */
  readonly colour: string;
  /** True for an object, whose box is dashed; false for a brand. */
  readonly thing: boolean;
  readonly box: BoundingBox;
  readonly outline?: readonly Ring[];
  readonly confidence: number;
}

export function tracksOf(results: Results, lanes: readonly Lane[]): Track[] {
  const detections = new Map<string, readonly Detection[]>([
    ...(results.brands ?? []).map(
      ({ name, frame_detections }) => [`brand-${name}`, frame_detections] as const,
    ),
    ...(results.objects ?? []).map(
      ({ name, frames }) => [`object-${name}`, frames as readonly Detection[]] as const,
    ),
  ]);
  return lanes.flatMap((lane) => {
    const laneDetections = detections.get(lane.id);
    if (!laneDetections || laneDetections.length === 0) return [];
    return [
      {
        lane,
        detections: laneDetections,
        timestamps: laneDetections.map(({ timestamp }) => timestamp),
      },
    ];
  });
}

/**
 * The boxes to draw at a given second. Between two detections a box moves in a straight line. It is shown during its
 * appearance, or near a detection that has no neighbour.
 */
export function boxesAt(tracks: readonly Track[], second: number, lookSeconds: number): Box[] {
  return tracks.flatMap((track) => {
    const box = detectionAt(track, second, lookSeconds);
    return box ? [box] : [];
  });
}

function detectionAt(track: Track, second: number, lookSeconds: number): Box | undefined {
  const { lane, detections, timestamps } = track;
  const index = indexAt(timestamps, second);
  const previous = detections[index];
  const following = detections[index + 1];
  const inside = spanAt(lane.spans, second);
  const reach = lookSeconds * 1.5;
  const isNear = (detection: Detection | undefined): detection is Detection =>
    detection !== undefined &&
    Math.abs(detection.timestamp - second) <= reach &&
    (!inside ||
      (detection.timestamp >= inside.start - 0.01 && detection.timestamp <= inside.end + 0.01));
  if (!inside && !(previous && Math.abs(previous.timestamp - second) <= 0.2)) return undefined;
  if (isNear(previous) && isNear(following)) return boxOf(lane, previous, following, second);
  if (isNear(previous)) return boxOf(lane, previous);
  if (isNear(following)) return boxOf(lane, following);

  return undefined;
}

function spanAt(spans: readonly Span[], second: number): Span | undefined {
  return spans.find(({ start, end }) => second >= start && second <= end);
}

function boxOf(lane: Lane, from: Detection, to?: Detection, second = from.timestamp): Box {
  const share = to ? (second - from.timestamp) / Math.max(to.timestamp - from.timestamp, 1e-3) : 0;
  const nearer = to && share > 0.5 ? to : from;
  const mix = (a: number, b: number | undefined) => a + ((b ?? a) - a) * share;
  const a = from.bounding_box;
  const b = to?.bounding_box;

  return {
    id: lane.id,
    name: lane.name,
    colour: lane.colour,
    thing: lane.kind === 'object',
    confidence: nearer.confidence,
    box: {
      x: mix(a.x, b?.x),
      y: mix(a.y, b?.y),
      width: mix(a.width, b?.width),
      height: mix(a.height, b?.height),
    },
    // An outline can't be interpolated, so the outline of the nearer detection is used, and only close to the time of
    // that detection.
    ...(nearer.outline && Math.abs(nearer.timestamp - second) < 0.3 && { outline: nearer.outline }),
  };
}

/** The detection nearest to a second. */
export function detectionNear(
  detections: readonly Detection[],
  timestamps: readonly number[],
  second: number,
): Detection | undefined {
  const index = indexAt(timestamps, second);
  const previous = detections[index];
  const following = detections[index + 1];
  if (!previous || !following) return previous ?? following;
  return following.timestamp - second < second - previous.timestamp ? following : previous;
}
