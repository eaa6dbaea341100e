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

/** In the order of their starts. Pieces may extend beyond the spans in which the brand is seen. */
export function piecesOf(brand: FormBrand, minConfidence: number): Piece[] {
  const shown = countedAppearances(brand, minConfidence).flatMap((one): Shown[] => {
    const span = spanOf(one);
    return span ? [{ ...span, one }] : [];
  });
  const found = foundOf(brand.frame_detections, shown, minConfidence);
  const groups = Map.groupBy(found, ({ surface }) => surface);

  return [...groups]
    .flatMap(([surface, group]) => linked(group, spansOn(surface, shown)))
    .sort((a, b) => a.start - b.start);
}

/** A box may be on a surface that its appearance does not name. */
function spansOn(surface: Surface | undefined, shown: readonly Shown[]): readonly Span[] {
  const own = shown.filter(({ one }) => one.surface === surface);
  return own.length > 0 ? own : shown;
}

/** Detections that count; an appearance without any contributes its own box, if it has one. */
function foundOf(
  detections: readonly Detection[],
  shown: readonly Shown[],
  minConfidence: number,
): Found[] {
  const surfaceAt = surfacesOf(shown);
  const found = detections
    .filter(({ confidence }) => confidence >= minConfidence)
    .map((detection) => foundAt(detection, detection.surface ?? surfaceAt(detection.timestamp)));
  const times = found.map(({ at }) => at).sort((a, b) => a - b);
  const own = shown.flatMap(({ start, end, one }) => {
    const { bounding_box, timestamp, surface } = one;
    const first = times[countUpTo(times, start - rounding)] ?? Number.POSITIVE_INFINITY;
    if (!bounding_box || first <= end + rounding) return [];
    return [foundAt({ bounding_box, timestamp }, surface)];
  });

  return [...found, ...own].sort((a, b) => a.at - b.at);
}

function foundAt(
  one: Pick<Detection, 'timestamp' | 'bounding_box' | 'clarity'>,
  surface: Surface | undefined,
): Found {
  const { clarity } = one;
  return {
    at: one.timestamp,
    box: clipped(one.bounding_box),
    surface,
    clarity: typeof clarity === 'number' ? Math.min(1, Math.max(0, clarity)) : null,
  };
}

/** The surface of the appearances at a time, if it is the same for all of them. */
function surfacesOf(shown: readonly Shown[]): (at: number) => Surface | undefined {
  const all = new Set(shown.map(({ one }) => one.surface));
  if (all.size <= 1) return () => shown[0]?.one.surface;
  return (at) => {
    const then = shown.filter(({ start, end }) => start <= at + rounding && at <= end + rounding);
    const surface = then[0]?.one.surface;
    return then.every(({ one }) => one.surface === surface) ? surface : undefined;
  };
}
