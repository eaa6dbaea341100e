/**
 * Finds logos by their shape: the first look compares every place that looks like a mark with the templates of all
 * references, the second compares the likeliest closely. Needs no download; `training/marks` made its networks.
 */
import { identityOf } from '@reelsight/contract/name-identity';
import { between } from '../../analysis/boxes.ts';
import { isPlainShape } from '../../analysis/plain-shape.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import type { LogoReference } from '../logo-references.ts';
import type { FoundLogo, LogoEngine, SeenLogo } from '../logos.ts';
import type { Ring } from '../objects.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import type { TextEngine } from '../text.ts';
import { alignmentOf } from './alignment.ts';
import { MarkNetworks, type ShiftScore, TemplateNetwork } from './networks.ts';
import { closeUpsOf, type Place, Places } from './places.ts';
import { closeCanvas, describeReference, type Reference } from './reference.ts';
import { isWritten } from './written.ts';

export const marksInfo: EngineInfo = { name: 'reelsight-marks', version: '1', kind: 'embedded' };

/** Places of each reference that get a second look, at most. */
const secondLooks = 6;
/**
 * Places that stand out less than this among all of their picture, in standard deviations, get none: on the real pictures
 * of `bench/logos.ts`, no logo that was found stood out less than 4.
 */
const leastLead = 3.2;
/** How much larger or smaller than the first look found it a mark may be. */
const otherSizes = [0.84, 1.19] as const;
/** Likeness (a logit) from which on a place is also looked at in other sizes and in opposite colours. */
const promising = -2;
/**
 * How much the first look counts beside the likeness of the second: this many logits for each standard deviation by
 * which the place stands out among all places of its picture. Chosen, as the least score, on the real pictures of
 * `bench/logos.ts`.
 */
const firstLookWeight = 1.5;
const leastScore = 10;
/** Of a brand that nobody asked for: there are five times as many of these, and a wrong one is a surprise. */
const leastUnaskedScore = 13;
/** How far beside a finding it is confirmed, in sides of its mark. */
const aside = 0.06;
/** Likeness that the middle one of these places must have. */
const leastAround = 2;
/** The confidence of a place with the least score, and how much it rises for each point above. */
const leastConfidence = 0.75;
const confidenceStep = 0.03;
const mostConfidence = 0.98;

/** A place that may show the mark of a reference. */
interface Candidate {
  readonly reference: Reference;
  readonly place: Place;
  /** Standard deviations above the mean of all places. */
  readonly lead: number;
}

interface SecondLook extends Candidate {
  /** Compared with the reference in opposite colours. */
  readonly isOpposite: boolean;
}

type Spot = Ring[number];
type CutPlace = (place: Place) => RgbImage;

interface Finding extends SecondLook {
  /** The place as the second look describes it. */
  readonly described: Float32Array;
  /** A logit. */
  readonly likeness: number;
  readonly score: number;
}

/**
 * `reader` tells which references are only words: these are found by reading, and by their shape anything written would
 * be taken for them. Null if no reference can be told from other shapes. Throws if the device can't be used.
 */
export async function openMarks(
  references: readonly LogoReference[],
  reader: TextEngine,
  options: OnnxOptions,
): Promise<LogoEngine | null> {
  const toldReferences = references.filter(isTold);
  if (toldReferences.length === 0) return null;

  const networks = await MarkNetworks.open(options);
  const described: Reference[] = [];
  for (const reference of toldReferences)
    described.push(await describeReference(reference, networks));

  const templates = await TemplateNetwork.open(
    described.map(({ template }) => template),
    options,
  );
  return new Marks(networks, templates, reader, described);
}

/** A plain shape can't be told from others. */
const isTold = ({ picture }: LogoReference): boolean => !isPlainShape(picture);

class Marks implements LogoEngine {
  readonly info = marksInfo;
  readonly source = 'logo';
  readonly #networks: MarkNetworks;
  readonly #templates: TemplateNetwork;
  readonly #reader: TextEngine;
  readonly #references: readonly Reference[];
  readonly #written = new Map<Reference, boolean>();

  constructor(
    networks: MarkNetworks,
    templates: TemplateNetwork,
    reader: TextEngine,
    references: readonly Reference[],
  ) {
    this.#networks = networks;
    this.#templates = templates;
    this.#reader = reader;
    this.#references = references;
  }

  async find(
    image: RgbImage,
    names: readonly string[] | null,
    context: CallContext,
  ): Promise<readonly SeenLogo[]> {
    const namesByIdentity = names && new Map(names.map((name) => [identityOf(name), name]));
    const nameOf = ({ name }: Reference) =>
      namesByIdentity ? namesByIdentity.get(identityOf(name)) : name;
    if (!this.#references.some(nameOf)) return [];

    const { signal } = context;
    const places = await Places.find(image, this.#networks, signal);
    if (places.count === 0) return [];

    const scores = await this.#templates.score(places.squares());
    signal.throwIfAborted();
    const candidates = this.#references.flatMap((reference, column) =>
      nameOf(reference) === undefined ? [] : candidatesOf(reference, places, scores[column] ?? []),
    );
    const findings = await this.#compare(candidates, places);
    const shapeFindings: Finding[] = [];
    for (const finding of findings) {
      signal.throwIfAborted();
      if (finding.score < leastScoreOf(finding.reference)) continue;
      if (!(await this.#isWritten(finding.reference, context))) shapeFindings.push(finding);
    }

    return strongest(shapeFindings).map((finding) => ({
      name: nameOf(finding.reference) as string,
      confidence: confidenceOf(finding.score),
      ...shapeOf(finding, image),
    }));
  }

  /**
   * Compares the place and its surroundings once more, cut out of the picture itself: what is alike in one spot only is
   * not the logo.
   */
  async confirm(image: RgbImage, { name, box }: FoundLogo, context: CallContext): Promise<boolean> {
    const identity = identityOf(name);
    const references = this.#references.filter(
      (reference) => identityOf(reference.name) === identity,
    );

    for (const reference of references) {
      context.signal.throwIfAborted();
      const places = placesAround(box, reference, image);
      const cut = await closeUpsOf(image, (places[0] as Place).markSide);
      for (const isOpposite of [false, true]) {
        const looks = places.map((place) => ({ reference, place, lead: 0, isOpposite }));
        const findings = await this.#likenesses(looks, cut);
        const likenesses = findings.map(({ likeness }) => likeness).sort((a, b) => a - b);
        if ((likenesses[likenesses.length >> 1] as number) >= leastAround) return true;
      }
    }

    return false;
  }

  /** Looks at each place as it is, and if it is promising also in other sizes and in opposite colours. */
  async #compare(candidates: readonly Candidate[], places: Places): Promise<Finding[]> {
    const looks = candidates.map((candidate) => ({ ...candidate, isOpposite: false }));
    const cut = (place: Place) => places.closePicture(place);
    const findings = await this.#likenesses(looks, cut);
    const closer = looks
      .filter((_, index) => (findings[index] as Finding).likeness > promising)
      .flatMap(closerLooks);
    return [...findings, ...(await this.#likenesses(closer, cut))];
  }

  async #likenesses(looks: readonly SecondLook[], cut: CutPlace): Promise<Finding[]> {
    if (looks.length === 0) return [];
    const described = await this.#describe(looks, cut);
    const likenesses = await this.#networks.compare(
      looks.map((look, index) => ({
        reference: comparedWith(look),
        place: described[index] as Float32Array,
      })),
    );
    return looks.map((look, index) => {
      const likeness = likenesses[index] as number;
      return {
        ...look,
        described: described[index] as Float32Array,
        likeness,
        score: likeness + firstLookWeight * look.lead,
      };
    });
  }

  /** Several references often have the same place, which is described once. */
  async #describe(looks: readonly SecondLook[], cut: CutPlace): Promise<Float32Array[]> {
    const keyOf = ({ place: { x, y, markSide } }: SecondLook) => `${x} ${y} ${markSide}`;
    const distinct = new Map(looks.map((look) => [keyOf(look), look]));
    const described = await this.#networks.describeClose(
      [...distinct.values()].map(({ place }) => cut(place)),
    );
    const byKey = new Map([...distinct.keys()].map((key, index) => [key, described[index]]));
    return looks.map((look) => byKey.get(keyOf(look)) as Float32Array);
  }

  async #isWritten(reference: Reference, context: CallContext): Promise<boolean> {
    const isKnownWritten = this.#written.get(reference);
    if (isKnownWritten !== undefined) return isKnownWritten;

    const isOnlyWords = await isWritten(reference.mark, this.#reader, context);
    this.#written.set(reference, isOnlyWords);
    return isOnlyWords;
  }

  /** The reader belongs to whoever opened it. */
  async close(): Promise<void> {
    await Promise.all([this.#networks.close(), this.#templates.close()]);
  }
}

/** The place of a box that the shape of a reference fills, and four beside it. */
function placesAround(box: Box, { sides }: Reference, { width, height }: RgbImage): Place[] {
  const [top, right, bottom, left] = sides as readonly [Spot, Spot, Spot, Spot];
  const area = (right[0] - left[0]) * (bottom[1] - top[1]) * closeCanvas.side ** 2;
  const areaInPicture = box.width * width * box.height * height;
  const markSide = closeCanvas.markSide * Math.sqrt(areaInPicture / Math.max(1, area));
  const x = (box.x + box.width / 2) * width;
  const y = (box.y + box.height / 2) * height;

  return [
    [0, 0],
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ].map(([across = 0, down = 0]) => ({
    x: x + across * markSide * aside,
    y: y + down * markSide * aside,
    markSide,
  }));
}

/** The places that are most like the template of a reference, at most one where they touch. */
function candidatesOf(
  reference: Reference,
  places: Places,
  scores: readonly ShiftScore[],
): Candidate[] {
  const { mean, deviation } = spreadOf(scores.map(({ score }) => score));
  const ranked = scores
    .map(({ shift, score }, index) => ({ shift, score, index }))
    .sort((a, b) => b.score - a.score);
  const candidates: Candidate[] = [];

  for (const { shift, score, index } of ranked) {
    const lead = (score - mean) / deviation;
    if (lead < leastLead) break;

    const place = places.place(index, shift);
    if (candidates.some((chosen) => isSamePlace(place, chosen.place))) continue;
    candidates.push({ reference, place, lead });
    if (candidates.length === secondLooks) break;
  }

  return candidates;
}

const closerLooks = (look: SecondLook): SecondLook[] => [
  { ...look, isOpposite: true },
  ...otherSizes.flatMap((size) => {
    const place = { ...look.place, markSide: look.place.markSide * size };
    return [
      { ...look, place },
      { ...look, place, isOpposite: true },
    ];
  }),
];

const leastScoreOf = ({ isUnasked }: Reference): number =>
  isUnasked ? leastUnaskedScore : leastScore;

const confidenceOf = (score: number): number =>
  Math.min(mostConfidence, leastConfidence + confidenceStep * (score - leastScore));

function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) || 1 };
}

const isSamePlace = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < a.markSide / 2 &&
  Math.abs(a.y - b.y) < a.markSide / 2 &&
  a.markSide / b.markSide > 0.6 &&
  a.markSide / b.markSide < 1.6;

const comparedWith = ({ reference, isOpposite }: SecondLook) =>
  isOpposite ? reference.opposite : reference.close;

/** Where the shape of the reference lies in the picture. */
function shapeOf(finding: Finding, { width, height }: RgbImage) {
  const { reference, place, described } = finding;
  const align = alignmentOf(comparedWith(finding), described);
  const pixelsPerPixel = place.markSide / closeCanvas.markSide;
  const half = closeCanvas.side / 2;

  const inPicture = ([across, down]: Ring[number]): Ring[number] => {
    const point = align({ x: across * closeCanvas.side, y: down * closeCanvas.side });
    const x = (place.x + (point.x - half) * pixelsPerPixel) / width;
    const y = (place.y + (point.y - half) * pixelsPerPixel) / height;
    return [rounded(x), rounded(y)];
  };
  const outline = reference.outline.map((ring) => ring.map(inPicture));
  const corners = [...outline.flat(), ...reference.sides.map(inPicture)];
  const across = corners.map(([x]) => x);
  const down = corners.map(([, y]) => y);
  const box = between(
    Math.min(...across),
    Math.min(...down),
    Math.max(...across),
    Math.max(...down),
  );

  return { box, outline };
}

/** Within the picture, to a ten-thousandth of its side. */
const rounded = (fraction: number): number =>
  Math.round(Math.min(1, Math.max(0, fraction)) * 10_000) / 10_000;

/** Of findings at one place, whatever their brand, the one with the highest score counts. */
function strongest(findings: readonly Finding[]): Finding[] {
  const strongestOnes: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => b.score - a.score)) {
    const isTaken = strongestOnes.some(
      ({ place }) =>
        Math.hypot(place.x - finding.place.x, place.y - finding.place.y) <
        Math.max(place.markSide, finding.place.markSide) / 2,
    );
    if (!isTaken) strongestOnes.push(finding);
  }
  return strongestOnes;
}
