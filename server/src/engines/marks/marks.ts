/**
 * Finds logos by their shape: the first look compares every place that looks like a mark with the templates of all
 * references, the second compares the likeliest closely. Needs no download; `training/marks` made its networks. An image
 * model that was pulled chooses among the likeliest places.
 */
import { identityOf } from '@reelsight/contract/name-identity';
import { area, boundsOf, center, type Spot } from '../../analysis/boxes.ts';
import { isPlainShape } from '../../analysis/plain-shape.ts';
import type { InstalledModel } from '../../models/model.ts';
import { ImageModel } from '../clip/image-model.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import type { LogoReference } from '../logo-references.ts';
import type { FoundLogo, LogoEngine, SeenLogo } from '../logos.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import { Scratch } from '../scratch.ts';
import type { TextEngine } from '../text.ts';
import { alignmentOf } from './alignment.ts';
import { MarkNetworks, TemplateNetwork, type TemplateScores } from './networks.ts';
import { closeUpsOf, type FirstLook, type Place, Places } from './places.ts';
import { Ranking } from './ranking.ts';
import { closeCanvas, describeReference, type Reference } from './reference.ts';
import { isWritten } from './written.ts';

export const marksInfo: EngineInfo = { name: 'reelsight-marks', version: '1', kind: 'embedded' };

/** Maximum number of places of each reference that get a second look. */
const secondLooks = 6;
/** Of how many places of each reference an image model chooses these. */
const rankedPlaces = 24;
/**
 * How far a place must stand out among all places of its picture to get a second look, in standard deviations. In the
 * real pictures of `bench/logos.ts`, every logo that was found stood out by at least 4.
 */
const leastLead = 3.2;
/** Other sizes in which a promising place is compared: a mark may be smaller or larger than the first look found it. */
const otherSizes = [0.84, 1.19] as const;
/** Likeness, as a logit, from which a place is also compared in other sizes and in opposite colours. */
const promising = -2;
/**
 * How many logits of the second look each standard deviation counts for by which the place stood out in the first. Like
 * the least score, it was chosen on the real pictures of `bench/logos.ts`.
 */
const firstLookWeight = 1.5;
const leastScore = 10;
/**
 * The least score is enough for a dozen brands. Each doubling of their number doubles the places that resemble one by
 * chance, which this much more makes up for; measured with 500 brands on photos that show none of them.
 */
const usualBrands = 12;
const scoreOfDoubling = 1.3;
/** The least score of a brand that nobody asked for: of these there are many, and a wrong one is a surprise. */
const leastUnaskedScore = 13;
/** How far beside a finding the places lie that confirm it, as a share of the side of its mark. */
const aside = 0.06;
/** Minimum of the median likeness of these places and the finding itself. */
const leastAround = 2;
/** The confidence of a place with the least score, and how much it rises for each point above. */
const leastConfidence = 0.75;
const confidenceStep = 0.03;
const mostConfidence = 0.98;

/** A second look at a place that may show the mark of a reference. */
interface Look {
  readonly reference: Reference;
  readonly place: Place;
  /** Whether the place is compared with the reference in opposite colours. */
  readonly isOpposite: boolean;
}

interface Candidate extends Look {
  /** How far the place stands out: standard deviations above the mean of all places. */
  readonly lead: number;
}

interface Compared {
  /** The place as the second look describes it. */
  readonly described: Float32Array;
  /** How likely the place shows the mark, as a logit. */
  readonly likeness: number;
}

type Finding = Candidate & Compared;

type CutPlace = (place: Place) => RgbImage;

interface MarksOptions extends OnnxOptions {
  /** A pulled model, which ranks the places that resemble a reference. */
  readonly imageModel?: InstalledModel | null;
}

/**
 * Null if no reference can be told from other shapes. `reader` finds out which references are nothing but words. Their
 * brands are found by reading; by their shape, any writing would be taken for them. Throws if the device can't be used,
 * and Fault ANALYSIS_FAILED if the image model can't be loaded.
 */
export async function openMarks(
  references: readonly LogoReference[],
  reader: TextEngine,
  { imageModel = null, ...options }: MarksOptions,
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
  const ranking =
    imageModel && new Ranking(await ImageModel.open(imageModel, options), toldReferences);
  return new Marks({ networks, templates, ranking }, reader, described);
}

/** A plain shape can't be told from others. */
const isTold = ({ picture }: LogoReference): boolean => !isPlainShape(picture);

interface Opened {
  readonly networks: MarkNetworks;
  readonly templates: TemplateNetwork;
  readonly ranking: Ranking | null;
}

class Marks implements LogoEngine {
  readonly info: EngineInfo;
  readonly source = 'logo';
  readonly #networks: MarkNetworks;
  readonly #firstLook: FirstLook;
  readonly #templates: TemplateNetwork;
  readonly #ranking: Ranking | null;
  readonly #reader: TextEngine;
  readonly #references: readonly Reference[];
  readonly #written = new Map<Reference, boolean>();

  constructor(
    { networks, templates, ranking }: Opened,
    reader: TextEngine,
    references: readonly Reference[],
  ) {
    this.info = ranking?.info ?? marksInfo;
    this.#networks = networks;
    this.#firstLook = { networks, features: new Scratch(), squares: new Scratch() };
    this.#templates = templates;
    this.#ranking = ranking;
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
    const brandCount = new Set(this.#references.map(nameOf).filter((name) => name !== undefined))
      .size;
    if (brandCount === 0) return [];

    const { signal } = context;
    const score = (squares: Float32Array) => this.#templates.score(squares);
    const scoredPlaces = await Places.find(image, this.#firstLook, score, signal);
    if (!scoredPlaces) return [];

    const { places, scores } = scoredPlaces;
    signal.throwIfAborted();
    const atMost = this.#ranking ? rankedPlaces : secondLooks;
    const likeliest = this.#references.flatMap((reference, template) =>
      nameOf(reference) === undefined
        ? []
        : candidatesOf(reference, places, { scores, template }, atMost),
    );
    const candidates = await this.#rank(likeliest, places, context);
    const findings = await this.#compare(candidates, places);
    const shapeFindings: Finding[] = [];
    for (const finding of findings) {
      signal.throwIfAborted();
      if (scoreOf(finding) < leastScoreOf(finding.reference, brandCount)) continue;
      if (!(await this.#isWritten(finding.reference, context))) shapeFindings.push(finding);
    }

    return strongest(shapeFindings).map((finding) => ({
      name: nameOf(finding.reference) as string,
      confidence: confidenceOf(scoreOf(finding) - leastScoreOf(finding.reference, brandCount)),
      ...shapeOf(finding, image),
    }));
  }

  /**
   * Compares the place and four beside it once more, cut out of the picture itself: a likeness that one step aside
   * destroys is chance.
   */
  async confirm(image: RgbImage, { name, box }: FoundLogo, context: CallContext): Promise<boolean> {
    const identity = identityOf(name);
    const references = this.#references.filter(
      (reference) => identityOf(reference.name) === identity,
    );
    const cut = await closeUpsOf(image, Math.sqrt(area(box) * image.width * image.height));

    for (const reference of references) {
      context.signal.throwIfAborted();
      for (const isOpposite of [false, true]) {
        const looks = placesAround(box, reference, image).map((place) => ({
          reference,
          place,
          isOpposite,
        }));
        const likenesses = (await this.#look(looks, cut))
          .map(({ likeness }) => likeness)
          .sort((a, b) => a - b);
        if ((likenesses[likenesses.length >> 1] as number) >= leastAround) return true;
      }
    }

    return false;
  }

  /** With an image model, its choice of the candidates; without one, all. */
  async #rank(
    candidates: readonly Candidate[],
    places: Places,
    { signal, meter }: CallContext,
  ): Promise<readonly Candidate[]> {
    if (!this.#ranking) return candidates;

    meter('logo_frames', 1);
    const ranked = await this.#ranking.rank(candidates, places, signal);
    const byReference = Map.groupBy(ranked, ({ reference }) => reference);
    return [...byReference.values()].flatMap((ofOne) => ofOne.slice(0, secondLooks));
  }

  /** Compares each candidate as it is, and promising ones also in other sizes and in opposite colours. */
  async #compare(candidates: readonly Candidate[], places: Places): Promise<Finding[]> {
    const cut = (place: Place) => places.cutOut(place);
    const findings = await this.#look(candidates, cut);
    const closer = candidates
      .filter((_, index) => (findings[index] as Finding).likeness > promising)
      .flatMap(closerLooks);
    return [...findings, ...(await this.#look(closer, cut))];
  }

  async #look<L extends Look>(looks: readonly L[], cut: CutPlace): Promise<(L & Compared)[]> {
    if (looks.length === 0) return [];
    const described = await this.#describe(looks, cut);
    const likenesses = await this.#networks.compare(
      looks.map((look, index) => ({
        reference: comparedWith(look),
        place: described[index] as Float32Array,
      })),
    );
    return looks.map((look, index) => ({
      ...look,
      described: described[index] as Float32Array,
      likeness: likenesses[index] as number,
    }));
  }

  /** Describes each place once, because several references often share a place. */
  async #describe(looks: readonly Look[], cut: CutPlace): Promise<Float32Array[]> {
    const keyOf = ({ place: { x, y, markSide } }: Look) => `${x} ${y} ${markSide}`;
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

  /** Closes the networks, but not the reader, which the caller has opened. */
  async close(): Promise<void> {
    await Promise.all([this.#networks.close(), this.#templates.close(), this.#ranking?.close()]);
  }
}

/** Steps across and down from a place, in units of `aside`: none, and one in each direction. */
const stepsAround: readonly Spot[] = [
  { x: 0, y: 0 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: 0, y: 1 },
];

/** The place in which the mark of a reference fills a box, and four beside it. */
function placesAround(box: Box, reference: Reference, { width, height }: RgbImage): Place[] {
  const pixels = area(box) * width * height;
  const pixelsOnCanvas = area(reference.box) * closeCanvas.side ** 2;
  const markSide = closeCanvas.markSide * Math.sqrt(pixels / pixelsOnCanvas);
  const middle = center(box);

  return stepsAround.map((step) => ({
    x: middle.x * width + step.x * markSide * aside,
    y: middle.y * height + step.y * markSide * aside,
    markSide,
  }));
}

/** The places that are most like the template of a reference; of places that are nearly the same, the best one. */
function candidatesOf(
  reference: Reference,
  places: Places,
  { scores, template }: { readonly scores: TemplateScores; readonly template: number },
  atMost: number,
): Candidate[] {
  const values = new Float64Array(scores.places);
  for (let index = 0; index < values.length; index++) values[index] = scores.score(template, index);

  const { mean, deviation } = spreadOf(values);
  const leads = values.map((score) => (score - mean) / deviation);
  const ranked = indexesFrom(leads, leastLead).sort(
    (a, b) => (leads[b] as number) - (leads[a] as number),
  );
  const candidates: Candidate[] = [];

  for (const index of ranked) {
    const place = places.place(index, scores.shift(template, index));
    if (candidates.some((chosen) => isSamePlace(place, chosen.place))) continue;
    candidates.push({ reference, place, lead: leads[index] as number, isOpposite: false });
    if (candidates.length === atMost) break;
  }

  return candidates;
}

/** The indexes of values that are not below a number. */
function indexesFrom(values: Float64Array, minimum: number): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < values.length; index++)
    if (!((values[index] as number) < minimum)) indexes.push(index);
  return indexes;
}

const closerLooks = (look: Candidate): Candidate[] => [
  { ...look, isOpposite: true },
  ...otherSizes.flatMap((size) => {
    const place = { ...look.place, markSide: look.place.markSide * size };
    return [
      { ...look, place },
      { ...look, place, isOpposite: true },
    ];
  }),
];

const scoreOf = ({ likeness, lead }: Finding): number => likeness + firstLookWeight * lead;

const leastScoreOf = ({ isUnasked }: Reference, brandCount: number): number => {
  const doublings = Math.max(0, Math.log2(brandCount / usualBrands));
  return isUnasked ? leastUnaskedScore : leastScore + scoreOfDoubling * doublings;
};

/** `lead`: by how much a score is above the least one. */
const confidenceOf = (lead: number): number =>
  Math.min(mostConfidence, leastConfidence + confidenceStep * lead);

function spreadOf(values: Float64Array) {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] as number;

  const mean = sum / values.length;
  for (let index = 0; index < values.length; index++)
    squares += ((values[index] as number) - mean) ** 2;

  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) || 1 };
}

const isSamePlace = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < a.markSide / 2 &&
  Math.abs(a.y - b.y) < a.markSide / 2 &&
  a.markSide / b.markSide > 0.6 &&
  a.markSide / b.markSide < 1.6;

const comparedWith = ({ reference, isOpposite }: Look) =>
  isOpposite ? reference.opposite : reference.close;

/** Where the mark of the reference lies in the picture: its box and its outline. */
function shapeOf(finding: Finding, image: RgbImage): Pick<SeenLogo, 'box' | 'outline'> {
  const { reference, place, described } = finding;
  const align = alignmentOf(comparedWith(finding), described);
  const scale = place.markSide / closeCanvas.markSide;
  const half = closeCanvas.side / 2;
  const inPicture = (across: number, down: number): Spot => {
    const { x, y } = align({ x: across * closeCanvas.side, y: down * closeCanvas.side });
    return { x: place.x + (x - half) * scale, y: place.y + (y - half) * scale };
  };

  const rings = reference.outline.map((ring) => ring.map(([x, y]) => inPicture(x, y)));
  const { x, y, width, height } = reference.box;
  const sides = [
    inPicture(x + width / 2, y),
    inPicture(x + width, y + height / 2),
    inPicture(x + width / 2, y + height),
    inPicture(x, y + height / 2),
  ];

  return {
    box: boundsOf([...rings.flat(), ...sides], image),
    outline: rings.map((ring) =>
      ring.map((spot) => [shareOf(spot.x, image.width), shareOf(spot.y, image.height)]),
    ),
  };
}

/** Pixels as a share of the picture's side, within the picture, to four decimals. */
const shareOf = (pixels: number, side: number): number =>
  Math.round(Math.min(1, Math.max(0, pixels / side)) * 10_000) / 10_000;

/** Of findings at one place, whatever their brand, the one with the highest score counts. */
function strongest(findings: readonly Finding[]): Finding[] {
  const strongestOnes: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => scoreOf(b) - scoreOf(a))) {
    const isTaken = strongestOnes.some(
      ({ place }) =>
        Math.hypot(place.x - finding.place.x, place.y - finding.place.y) <
        Math.max(place.markSide, finding.place.markSide) / 2,
    );
    if (!isTaken) strongestOnes.push(finding);
  }
  return strongestOnes;
}
