/** Chooses the frames that prove appearances: the best frame for each appearance, spread over names and time. */
import type { Ask, BrandResult, ObjectResult } from '@reelsight/contract';
import type { BuiltBrand } from './brands/brand-results.ts';
import type { BuiltObject } from './things/object-results.ts';

/** interface.md "Proof frames". */
const minProofConfidence = 0.8;
export const maxProofFrames = 20;

export interface ProofFrame {
  /** Name of the file among the job's frames; also the last part of `frame_url`. */
  readonly file: string;
  /** Index of the image in the pass. */
  readonly image: number;
  /** Seconds. */
  readonly timestamp: number;
}

export interface Proven {
  readonly brands: BrandResult[];
  readonly objects: ObjectResult[];
  readonly frames: ProofFrame[];
  /** True if more appearances qualify for a frame than the limit allows (`proof_frames_truncated`). */
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
 * Adds `frame_url` to the appearances that get a frame, and removes `bounding_box` from brand appearances that get
 * none, as the contract requires. Appearances in the same image share its frame. Without `return_proof`, no frames are
 * chosen.
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

/** A candidate that has not been chosen yet. */
interface Waiting {
  readonly candidate: Candidate;
  /** Distance in seconds to the nearest chosen candidate of the same name; null if none has been chosen yet. */
  distance: number | null;
}

/**
 * Takes turns between names; for each name, picks the appearance farthest in time from those already chosen. An
 * appearance in an image that is already chosen needs no extra frame, so once the limit on images is reached, all such
 * appearances are chosen at once.
 */
function spread(candidates: readonly Candidate[], limit: number): Candidate[] {
  const groups = [...Map.groupBy(candidates, ({ name }) => name).values()].map((group) =>
    group.map((candidate): Waiting => ({ candidate, distance: null })),
  );
  const possible = Math.min(limit, new Set(candidates.map(({ image }) => image)).size);
  const chosen = new Set<Candidate>();
  const images = new Set<number>();
  for (let turn = 0; images.size < possible; turn++) {
    const next = takeFarthest(groups[turn % groups.length] as Waiting[]);
    if (!next) continue;
    chosen.add(next);
    images.add(next.image);
  }

  for (const candidate of candidates) if (images.has(candidate.image)) chosen.add(candidate);
  return [...chosen];
}

/**
 * Removes and returns the candidate farthest in time from those chosen; if none has been chosen, the most confident
 * one.
 */
function takeFarthest(group: Waiting[]): Candidate | undefined {
  const [first] = group;
  if (!first) return undefined;

  const farthest = group.reduce((best, entry) => (rank(entry) > rank(best) ? entry : best), first);
  group.splice(group.indexOf(farthest), 1);
  const { candidate } = farthest;

  for (const entry of group) {
    const away = Math.abs(candidate.appearance.timestamp - entry.candidate.appearance.timestamp);
    entry.distance = Math.min(entry.distance ?? Number.POSITIVE_INFINITY, away);
  }

  return candidate;
}

const rank = ({ candidate, distance }: Waiting): number =>
  distance ?? candidate.appearance.confidence ?? 0;
