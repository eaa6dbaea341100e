/** Chooses the frames that prove appearances: the best one of each, spread over names and time. */
import type { Ask, BrandResult, ObjectResult } from '@reelsight/contract';
import type { BuiltBrand } from './brands/brand-results.ts';
import type { BuiltObject } from './things/object-results.ts';

/** interface.md, "Proof frames". */
const minProofConfidence = 0.8;
export const maxProofFrames = 20;

export interface ProofFrame {
  /** Name under the job's frames, the tail of `frame_url`. */
  readonly file: string;
  /** Index into the pass's images. */
  readonly image: number;
  /** Seconds. */
  readonly timestamp: number;
}

export interface Proven {
  readonly brands: BrandResult[];
  readonly objects: ObjectResult[];
  readonly frames: ProofFrame[];
  /** True if more appearances deserved a frame than the limit allows (`proof_frames_truncated`). */
  readonly truncated: boolean;
}

interface Provable {
  readonly timestamp: number;
  readonly confidence?: number | undefined;
  frame_url?: string | undefined;
}

interface Candidate {
  readonly name: string;
  readonly image: number;
  readonly appearance: Provable;
}

/**
 * Adds `frame_url` to the appearances that get a frame, and removes `bounding_box` from brand appearances that get none,
 * as the interface requires. Two appearances in one image share its frame. Nothing is chosen without `return_proof`.
 */
export function chooseProof(
  brands: readonly BuiltBrand[],
  objects: readonly BuiltObject[],
  job: { readonly id: string } & Pick<Ask, 'return_proof'>,
  limit = maxProofFrames,
): Proven {
  const copies = { brands: brands.map(copied), objects: objects.map(copied) };
  const candidates = job.return_proof
    ? [
        ...copies.brands.flatMap((result, i) => candidatesOf(result, brands[i] as BuiltBrand)),
        ...copies.objects.flatMap((result, i) => candidatesOf(result, objects[i] as BuiltObject)),
      ]
    : [];
  const chosen = spread(candidates, limit);
  const frames = new Map<number, ProofFrame>();
  for (const { image, appearance } of chosen) {
    const file = `proof-${String(image).padStart(6, '0')}.jpg`;
    appearance.frame_url = `/v1/frames/${job.id}/${file}`;
    if (!frames.has(image)) frames.set(image, { file, image, timestamp: appearance.timestamp });
  }
  for (const { appearances } of copies.brands) {
    for (const appearance of appearances) {
      if (appearance.frame_url === undefined) delete appearance.bounding_box;
    }
  }
  return {
    ...copies,
    frames: [...frames.values()].sort((a, b) => a.timestamp - b.timestamp),
    truncated: chosen.length < candidates.length,
  };
}

function copied<T extends { appearances: A[] }, A>({ result }: { readonly result: T }): T {
  return { ...result, appearances: result.appearances.map((appearance) => ({ ...appearance })) };
}

function candidatesOf(
  result: { name: string; appearances: Provable[] },
  built: { readonly images: readonly (number | null)[]; readonly verified: readonly boolean[] },
): Candidate[] {
  return result.appearances.flatMap((appearance, i) => {
    const image = built.images[i] ?? null;
    const deserves = built.verified[i] && (appearance.confidence ?? 0) >= minProofConfidence;
    return image === null || !deserves ? [] : [{ name: result.name, image, appearance }];
  });
}

/**
 * Takes turns between names; within a name, the appearance farthest in time from what is chosen already. What
 * shares an image with a chosen one costs no frame.
 */
function spread(candidates: readonly Candidate[], limit: number): Candidate[] {
  const waiting = [...Map.groupBy(candidates, ({ name }) => name).values()];
  const chosen: Candidate[] = [];
  const images = new Set<number>();
  for (let turn = 0; waiting.some((group) => group.length > 0); turn++) {
    const group = waiting[turn % waiting.length] as Candidate[];
    const next = farthest(group, chosen);
    if (!next) continue;
    group.splice(group.indexOf(next), 1);
    if (!images.has(next.image) && images.size >= limit) continue;
    images.add(next.image);
    chosen.push(next);
  }
  return chosen;
}

function farthest(
  group: readonly Candidate[],
  chosen: readonly Candidate[],
): Candidate | undefined {
  const own = chosen.filter(({ name }) => name === group[0]?.name);
  if (own.length === 0) return group.toSorted(byConfidence)[0];
  const distance = ({ appearance }: Candidate) =>
    Math.min(...own.map((other) => Math.abs(other.appearance.timestamp - appearance.timestamp)));
  return group.toSorted((a, b) => distance(b) - distance(a))[0];
}

const byConfidence = (a: Candidate, b: Candidate) =>
  (b.appearance.confidence ?? 0) - (a.appearance.confidence ?? 0);
