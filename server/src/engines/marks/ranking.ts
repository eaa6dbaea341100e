/**
 * Ranks the places of a picture by an image model, for those who have pulled one: which brand a place is most like, and
 * which places are most like a brand. No threshold is asked of the model's likeness, as it differs from model to model.
 */
import type { ImageModel } from '../clip/image-model.ts';
import type { EngineInfo } from '../engine.ts';
import type { LogoReference } from '../logo-references.ts';
import type { Place, Places } from './places.ts';
import { closeCanvas, pictureOnCanvas } from './reference.ts';

/** Maximum number of places of one picture that the model looks at. */
const placesAtMost = 48;

interface Ranked {
  readonly place: Place;
  /** How far the place stands out in the first look. */
  readonly lead: number;
  readonly reference: { readonly name: string };
}

export class Ranking {
  readonly #model: ImageModel;
  readonly #references: readonly LogoReference[];
  #vectors: Promise<readonly NamedVector[]> | null = null;

  constructor(model: ImageModel, references: readonly LogoReference[]) {
    this.#model = model;
    this.#references = references;
  }

  get info(): EngineInfo {
    return this.#model.info;
  }

  /**
   * The candidates whose place is more like their brand than like any other brand among the candidates, most alike
   * first.
   */
  async rank<C extends Ranked>(
    candidates: readonly C[],
    places: Places,
    signal: AbortSignal,
  ): Promise<C[]> {
    const names = new Set(candidates.map(({ reference }) => reference.name));
    const references = (await this.#describedReferences(signal)).filter(({ name }) =>
      names.has(name),
    );
    const described = await this.#describePlaces(candidates, places, signal);

    return candidates
      .flatMap((candidate) => {
        const vector = described.get(keyOf(candidate.place));
        if (!vector) return [];
        const best = mostAlike(references, vector);
        return best?.name === candidate.reference.name
          ? [{ candidate, likeness: best.likeness }]
          : [];
      })
      .sort((a, b) => b.likeness - a.likeness)
      .map(({ candidate }) => candidate);
  }

  #describedReferences(signal: AbortSignal): Promise<readonly NamedVector[]> {
    this.#vectors ??= this.#describeReferences(signal).catch((error: unknown) => {
      this.#vectors = null;
      throw error;
    });
    return this.#vectors;
  }

  async #describeReferences(signal: AbortSignal): Promise<NamedVector[]> {
    const canvas = scaledTo(this.#model.side);
    const pictures = this.#references.map(({ picture }) => pictureOnCanvas(picture, canvas));
    const vectors = await this.#model.embed(pictures, signal);
    return vectors.map((vector, index) => ({
      name: (this.#references[index] as LogoReference).name,
      vector,
    }));
  }

  /** Describes the places that stand out most, each once, because several brands often share a place. */
  async #describePlaces(
    candidates: readonly Ranked[],
    places: Places,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const distinct = new Map<string, Place>();
    for (const { place } of candidates.toSorted((a, b) => b.lead - a.lead)) {
      if (distinct.size < placesAtMost) distinct.set(keyOf(place), place);
    }
    const pictures = [...distinct.values()].map((place) => places.cutOut(place, this.#model.side));
    const vectors = await this.#model.embed(pictures, signal);
    return new Map([...distinct.keys()].map((key, index) => [key, vectors[index] as Float32Array]));
  }

  async close(): Promise<void> {
    await this.#model.close();
  }
}

interface NamedVector {
  readonly name: string;
  readonly vector: Float32Array;
}

const keyOf = ({ x, y, markSide }: Place) => `${x} ${y} ${markSide}`;

/** The canvas of the second look in another size, so that the model sees a mark with the same margin around it. */
function scaledTo(side: number) {
  const scale = side / closeCanvas.side;
  return { side, markSide: closeCanvas.markSide * scale, longest: closeCanvas.longest * scale };
}

function mostAlike(references: readonly NamedVector[], vector: Float32Array) {
  let best: { readonly name: string; readonly likeness: number } | null = null;
  for (const { name, vector: reference } of references) {
    const likeness = cosine(vector, reference);
    if (!best || likeness > best.likeness) best = { name, likeness };
  }
  return best;
}

/** The cosine of two vectors of length 1. */
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
