/** Determines a brand's boxes between the frames in which they were found. */
import type { Surface } from '@reelsight/contract';
import { countUpTo } from '../analysis/ordered.ts';
import type { Span } from '../analysis/spans.ts';
import type { FormBrand } from './form.ts';
import { clipped } from './formula.ts';
import { linked, rounding } from './linked.ts';
import type { Found, Piece } from './piece.ts';
import { type Appearance, countedAppearances, spanOf } from './spans.ts';

type Detection = FormBrand['frame_detections'][number];

interface Shown extends Span {
  readonly one: Appearance;
}

/** The pieces of a brand's boxes, ordered by start. They may extend beyond the spans in which the brand is seen. */
export function piecesOf(brand: FormBrand, minConfidence: number): Piece[] {
  const visibleSpans = countedAppearances(brand, minConfidence).flatMap((appearance): Shown[] => {
    const span = spanOf(appearance);
    return span ? [{ ...span, one: appearance }] : [];
  });
  const detections = foundOf(brand.frame_detections, visibleSpans, minConfidence);
  const groups = Map.groupBy(detections, ({ surface }) => surface);

  return [...groups]
    .flatMap(([surface, group]) => linked(group, spansOn(surface, visibleSpans)))
    .sort((a, b) => a.start - b.start);
}

/** A box may be on a surface that its appearance does not name; then all visible spans count. */
function spansOn(surface: Surface | undefined, visibleSpans: readonly Shown[]): readonly Span[] {
  const surfaceSpans = visibleSpans.filter(({ one: appearance }) => appearance.surface === surface);
  return surfaceSpans.length > 0 ? surfaceSpans : visibleSpans;
}

/** The detections with enough confidence; an appearance without any contributes its own box, if it has one. */
function foundOf(
  detections: readonly Detection[],
  visibleSpans: readonly Shown[],
  minConfidence: number,
): Found[] {
  const surfaceAt = surfacesOf(visibleSpans);
  const frameBoxes = detections
    .filter(({ confidence }) => confidence >= minConfidence)
    .map((detection) => foundAt(detection, detection.surface ?? surfaceAt(detection.timestamp)));
  const times = frameBoxes.map(({ at: time }) => time).sort((a, b) => a - b);
  const proofBoxes = visibleSpans.flatMap(({ start, end, one: appearance }) => {
    const { bounding_box, timestamp, surface } = appearance;
    const first = times[countUpTo(times, start - rounding)] ?? Number.POSITIVE_INFINITY;
    if (!bounding_box || first <= end + rounding) return [];
    return [foundAt({ bounding_box, timestamp }, surface)];
  });

  return [...frameBoxes, ...proofBoxes].sort((a, b) => a.at - b.at);
}

function foundAt(
  detection: Pick<Detection, 'timestamp' | 'bounding_box' | 'clarity'>,
  surface: Surface | undefined,
): Found {
  const { clarity } = detection;
  return {
    at: detection.timestamp,
    box: clipped(detection.bounding_box),
    surface,
    clarity: typeof clarity === 'number' ? Math.min(1, Math.max(0, clarity)) : null,
  };
}

/**
 * Returns a function that gives the surface on which the brand appears at a time, or undefined if it appears on several
 * surfaces then.
 */
function surfacesOf(visibleSpans: readonly Shown[]): (time: number) => Surface | undefined {
  const surfaces = new Set(visibleSpans.map(({ one: appearance }) => appearance.surface));
  if (surfaces.size <= 1) return () => visibleSpans[0]?.one.surface;
  return (time) => {
    const then = visibleSpans.filter(
      ({ start, end }) => start <= time + rounding && time <= end + rounding,
    );
    const surface = then[0]?.one.surface;
    return then.every(({ one: appearance }) => appearance.surface === surface)
      ? surface
      : undefined;
  };
}
