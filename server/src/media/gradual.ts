/**
 * Detects dissolves and fades: stretches in which every frame is a mixture of the first and the last frame, with a
 * steadily growing share of the last. The search follows twin comparison (Zhang 1993), but also checks that the change
 * looks like a transition made by an editor. Motion and camera turns do not produce such mixtures. A change of light
 * is not a transition either: shapes stay where they were.
 */
import { cutPictureHeight, cutPictureWidth } from './cut-picture.ts';

export interface GradualBorder {
  readonly transition: 'dissolve' | 'fade';
  /** Time of the first frame of the next scene: where half of that scene is visible, or the middle of the black. */
  readonly time: number;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

// The values below were tuned on 220 transitions made from pairs of real clips, and on the clips
// themselves, which contain two transitions.
/** Frames closer than this to the previous frame are left out. */
const leastGapSeconds = 0.045;
/** Transition lengths to try, in seconds; a transition of a length in between is found with the next longer value. */
const dissolveSeconds = [0.4, 0.6, 0.9, 1.3, 1.9, 2.7];
const fadeSeconds = [0.13, 0.2, 0.3, 0.45, 0.7, 1, 1.5, 2.2];
const longestSeconds = 2.7;

interface MixtureRules {
  readonly isFade: boolean;
  readonly leastMoments: number;
  /**
   * Minimum difference between the two ends of a stretch: the mean differences of Y, U and V added up, in levels of
   * 255.
   */
  readonly leastDifference: number;
  /** Maximum fraction of that difference that a mixture does not explain. */
  readonly mostResidual: number;
}

const dissolveRules: MixtureRules = {
  isFade: false,
  leastMoments: 5,
  leastDifference: 14,
  mostResidual: 0.3,
};
const fadeRules: MixtureRules = {
  isFade: true,
  leastMoments: 4,
  leastDifference: 10,
  mostResidual: 0.25,
};
/**
 * If a change were motion, the unexplained part of the difference, squared, would be share * (1 - share). In a
 * transition, at most this fraction of that value may remain; more reveals a camera turn that has just begun.
 */
const mostMoved = 0.5;
/**
 * Maximum growth of the last picture's share from one frame to the next; at a cut, the share grows from 0 to 1 at
 * once.
 */
const mostGrowth = 0.45;
/** Noise and motion may make the share shrink by this much. */
const mostShrinking = 0.08;
/**
 * Within the first `endPart` of the time, the last picture's share may be at most `endShare`; within the last
 * `endPart` of the time, it must be at least 1 - `endShare`.
 */
const endShare = 0.3;
const endPart = 0.15;
/**
 * Maximum correlation between the luma of two scenes. Above this, they are the same scene in a different light, or
 * with something laid over it.
 */
const mostLikeness = 0.5;

/**
 * Limits for black and white pictures as they occur in fades: almost a single colour, and almost dark or almost bright
 * (luma).
 */
const plainContrast = 7;
const darkLuma = 40;
const brightLuma = 215;
/** Longest time a scene may take to emerge from black. */
const longestRiseSeconds = 0.5;
/** A white picture that lasts this long is a scene of its own. */
const leastPageSeconds = 1;

/**
 * Pictures are first compared at a coarse resolution. If that finds a mixture, they are also compared at a fine
 * resolution, because motion in coarse pictures resembles a mixture. Each value is the factor by which the sides of
 * the given pictures are reduced.
 */
const fineShrinking = 2;
const coarseShrinking = 4;

class Moment {
  readonly time: number;
  readonly coarse: Picture;
  readonly #given: Uint8Array;
  #fine: Picture | null = null;

  constructor(time: number, planes: Uint8Array) {
    this.time = time;
    this.coarse = shrunk(planes, coarseShrinking);
    this.#given = planes;
  }

  /** Computed only when needed, which is rare. */
  get fine(): Picture {
    this.#fine ??= shrunk(this.#given, fineShrinking);
    return this.#fine;
  }

  get isPlain(): boolean {
    const { mean, contrast } = this.coarse;
    return contrast < plainContrast && (mean < darkLuma || mean > brightLuma);
  }
}

interface Picture {
  /** Planes Y, U and V, one after the other. */
  readonly planes: Float32Array;
  /** Mean and standard deviation of the luma. */
  readonly mean: number;
  readonly contrast: number;
}

interface Mixture {
  readonly start: number;
  readonly end: number;
  /**
   * How well the stretch fits: higher if the ends differ more and less remains unexplained, so that a whole transition
   * fits better than a part of it.
   */
  readonly fit: number;
  /** Time at which the share of the last picture reaches half. */
  readonly halfTime: number;
}

/** A stretch of black or white, with the fade into it and the fade out of it. */
interface Plain {
  readonly start: number;
  end: number;
  readonly isBright: boolean;
  readonly fall: Mixture | null;
  rise: Mixture | null;
}

/**
 * Finds gradual transitions. Takes the frames of one video in order of time and keeps those of the last few seconds.
 */
export class GradualFinder {
  #moments: Moment[] = [];
  /** The best-fitting of the overlapping mixtures found so far. */
  #dissolve: Mixture | null = null;
  #plain: Plain | null = null;
  readonly #dissolves: Mixture[] = [];
  readonly #plains: Plain[] = [];

  add(time: number, picture: Uint8Array): void {
    const last = this.#moments.at(-1);
    if (last && time - last.time < leastGapSeconds) return;

    const moment = new Moment(time, picture);
    // No transition can be followed across a gap of missing frames.
    if (last && time - last.time > longestRiseSeconds) this.#forget();

    this.#moments.push(moment);
    const old = this.#moments.findIndex(
      (moment) => time - moment.time <= longestSeconds + leastGapSeconds,
    );
    this.#moments.splice(0, Math.max(0, old - 1));

    if (moment.isPlain) this.#followPlain(moment);
    else this.#followScene(moment);
  }

  /**
   * Returns the borders in order of time, and the stretches of all gradual transitions: no frame within them is a cut.
   */
  finish(): { readonly borders: GradualBorder[]; readonly stretches: Stretch[] } {
    this.#forget();
    const fades = this.#plains.flatMap((plain) => {
      const { fall, rise } = plain;
      return fall && rise ? [{ ...plain, start: fall.start, end: rise.end, plain }] : [];
    });
    const ramps = this.#plains
      .flatMap(({ fall, rise }) => [fall, rise])
      .filter((mixture) => mixture !== null);
    // A nearly black scene can look like a dissolve into the next scene, so dissolves that overlap a fade are dropped.
    const dissolves = this.#dissolves.filter(
      (dissolve) => !ramps.some((ramp) => overlap(dissolve, ramp)),
    );
    // White that lasts is a scene of its own; black that lasts is the end of the video, or leads to a title.
    const pages = this.#plains.filter(
      ({ start, end, isBright, fall, rise }) =>
        isBright && (fall === null) !== (rise === null) && end - start >= leastPageSeconds,
    );
    const borders: GradualBorder[] = [
      ...fades.map(({ plain }) => ({
        transition: 'fade' as const,
        time: (plain.start + plain.end) / 2,
      })),
      ...[...dissolves, ...pages.flatMap(({ fall, rise }) => fall ?? rise ?? [])].map(
        ({ halfTime }) => ({ transition: 'dissolve' as const, time: halfTime }),
      ),
    ];

    return {
      borders: borders.sort((a, b) => a.time - b.time),
      stretches: [...fades, ...ramps, ...dissolves],
    };
  }

  #followPlain(moment: Moment): void {
    this.#closeDissolve(moment.time);

    if (this.#plain && !this.#plain.rise && this.#plain.end === this.#moments.at(-2)?.time) {
      this.#plain.end = moment.time;
      return;
    }

    this.#closePlain();
    const fall = this.#mixtureTo(moment, fadeSeconds, fadeRules);
    const isBright = moment.coarse.mean > brightLuma;
    this.#plain = { start: moment.time, end: moment.time, isBright, fall, rise: null };
  }

  #followScene(moment: Moment): void {
    if (this.#plain) this.#followRise(this.#plain, moment);
    const mixture = this.#mixtureTo(moment, dissolveSeconds, dissolveRules);
    if (!mixture) return;
    this.#closeDissolve(mixture.start);
    if (!this.#dissolve || mixture.fit > this.#dissolve.fit) this.#dissolve = mixture;
  }

  /**
   * Extends the fade out of the plain stretch as long as the picture is a mixture of the plain picture and the scene.
   */
  #followRise(plain: Plain, moment: Moment): void {
    const from = this.#moments.findLastIndex(({ time }) => time <= plain.end);
    const rise = from < 0 ? null : mixtureOf(this.#moments.slice(from), fadeRules);
    if (rise) plain.rise = rise;
    const isOver = plain.rise !== null || moment.time - plain.end > longestRiseSeconds;
    if (!rise && isOver) this.#closePlain();
  }

  /** The best-fitting mixture that ends at a moment. */
  #mixtureTo(moment: Moment, lengths: readonly number[], rules: MixtureRules): Mixture | null {
    let best: Mixture | null = null;

    for (const length of lengths) {
      const from = this.#moments.findLastIndex(
        ({ time }) => time <= moment.time - length + leastGapSeconds / 2,
      );
      if (from < 0) break;

      const mixture = mixtureOf(this.#moments.slice(from), rules);
      if (mixture && mixture.fit > (best?.fit ?? 0)) best = mixture;
    }

    return best;
  }

  #closePlain(): void {
    if (this.#plain && (this.#plain.fall || this.#plain.rise)) this.#plains.push(this.#plain);
    this.#plain = null;
  }

  /** Keeps the best dissolve found so far if it ended before `start`, where the next one begins. */
  #closeDissolve(start: number): void {
    if (!this.#dissolve || this.#dissolve.end > start) return;
    this.#dissolves.push(this.#dissolve);
    this.#dissolve = null;
  }

  #forget(): void {
    this.#closePlain();
    this.#closeDissolve(Number.POSITIVE_INFINITY);
    this.#moments = [];
  }
}

const overlap = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;

/** Tests whether the moments are mixtures of the first and the last; null if they are not. */
function mixtureOf(moments: readonly Moment[], rules: MixtureRules): Mixture | null {
  const first = moments[0];
  const last = moments.at(-1);
  if (!first || !last || moments.length < rules.leastMoments) return null;
  if (rules.isFade !== (first.isPlain || last.isPlain)) return null;
  return mixtureIn(moments, 'coarse', looser(rules)) && mixtureIn(moments, 'fine', rules);
}

/** Looser rules, which allow for the difference that is lost in coarse pictures. */
const looser = (rules: MixtureRules): MixtureRules => ({
  ...rules,
  leastDifference: 0.8 * rules.leastDifference,
});

function mixtureIn(
  moments: readonly Moment[],
  scale: 'coarse' | 'fine',
  rules: MixtureRules,
): Mixture | null {
  const pictures = moments.map((moment) => ({ time: moment.time, planes: moment[scale].planes }));
  const first = pictures[0];
  const last = pictures.at(-1);
  if (!first || !last || !haveDistinctEnds(moments, scale, rules)) return null;

  const totalChange = squaresBetween(first.planes, last.planes);
  const seconds = last.time - first.time;
  const between = pictures.slice(1, -1);
  let residuals = 0;
  let movedResiduals = 0;
  let share = 0;
  let halfTime = last.time;

  for (const { time, planes } of between) {
    const product = dotFrom(first.planes, last.planes, planes);
    const next = product / totalChange;
    residuals += Math.max(0, squaresBetween(first.planes, planes) - next * product) / totalChange;
    movedResiduals += Math.max(0, next * (1 - next));

    if (residuals > between.length * rules.mostResidual ** 2) return null;

    if (!growsEvenly((time - first.time) / seconds, share, next)) return null;
    if (next >= 0.5) halfTime = Math.min(halfTime, time);
    share = next;
  }

  if (1 - share > mostGrowth || residuals > mostMoved * movedResiduals) return null;
  const fit = Math.sqrt(totalChange) * (1 - Math.sqrt(residuals / between.length));

  return { start: first.time, end: last.time, fit, halfTime };
}

/** Whether the first and the last moment belong to two different scenes rather than to one scene in motion. */
function haveDistinctEnds(
  moments: readonly Moment[],
  scale: 'coarse' | 'fine',
  rules: MixtureRules,
): boolean {
  const firstPicture = moments[0]?.[scale];
  const lastPicture = moments.at(-1)?.[scale];
  if (
    !firstPicture ||
    !lastPicture ||
    difference(firstPicture, lastPicture) < rules.leastDifference
  )
    return false;
  if (rules.isFade || scale === 'coarse') return true;

  return likeness(firstPicture, lastPicture) <= mostLikeness;
}

/**
 * Whether the share of the last picture may go from `share` to `next` once the fraction `part` of the time has passed.
 */
function growsEvenly(part: number, share: number, next: number): boolean {
  const isSteady = next >= share - mostShrinking && next <= share + mostGrowth;
  const beginsEarly = part < endPart && next > endShare;
  const endsLate = part > 1 - endPart && next < 1 - endShare;

  return isSteady && !beginsEarly && !endsLate;
}

/** Correlation of the luma of two pictures. */
function likeness(a: Picture, b: Picture): number {
  if (a.contrast < 1 || b.contrast < 1) return 0;
  const pixels = a.planes.length / 3;
  let product = 0;
  for (let index = 0; index < pixels; index += 1) {
    product += (a.planes[index] ?? 0) * (b.planes[index] ?? 0);
  }
  return (product / pixels - a.mean * b.mean) / (a.contrast * b.contrast);
}

function difference({ planes: a }: Picture, { planes: b }: Picture): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  }
  return sum / (a.length / 3);
}

function squaresBetween(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += ((b[index] ?? 0) - (a[index] ?? 0)) ** 2;
  }
  return sum;
}

/**
 * Dot product of b - a and c - a: how far `c` lies from `a` in the direction of `b`, times the distance from `a` to
 * `b`.
 */
function dotFrom(a: Float32Array, b: Float32Array, c: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    const base = a[index] ?? 0;
    sum += ((b[index] ?? 0) - base) * ((c[index] ?? 0) - base);
  }
  return sum;
}

/** Shrinks a picture by averaging, each side by the factor `times`. */
function shrunk(source: Uint8Array, times: number): Picture {
  const width = cutPictureWidth / times;
  const pixels = width * (cutPictureHeight / times);
  const planes = new Float32Array(3 * pixels);
  for (let row = 0; row < 3 * cutPictureHeight; row += 1) {
    const to = Math.floor(row / times) * width;
    const from = row * cutPictureWidth;
    for (let x = 0; x < cutPictureWidth; x += 1) {
      const index = to + Math.floor(x / times);
      planes[index] = (planes[index] ?? 0) + (source[from + x] ?? 0) / times ** 2;
    }
  }

  let sum = 0;
  let squares = 0;

  for (const value of planes.subarray(0, pixels)) {
    sum += value;
    squares += value * value;
  }

  const mean = sum / pixels;
  return { planes, mean, contrast: Math.sqrt(Math.max(0, squares / pixels - mean ** 2)) };
}
