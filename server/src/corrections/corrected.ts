/**
 * Applies people's corrections to results. The original results are never changed: only the parts that differ are built
 * again.
 */

import type { BrandResult, ObjectResult, Results, TranscriptChanges } from '@reelsight/contract';
import { addedByPerson } from '../analysis/added-by-person.ts';
import { withDisclosures } from '../analysis/brand-disclosure.ts';
import { confidenceSummary } from '../analysis/confidences.ts';
import { largestOf, smallestOf } from '../analysis/extremes.ts';
import { identityOf } from '../analysis/name-key.ts';
import { unionSeconds } from '../analysis/spans.ts';
import type { Atom } from './atoms.ts';
import { CorrectedState } from './corrected-state.ts';
import { shared } from './detections.ts';
import {
  type Applied,
  detectionsOf,
  endOf,
  type FoundThing,
  isAboutThings,
  isSeen,
  type OneAppearance,
  type OneDetection,
  type Said,
  seconds,
  startOf,
  type Target,
} from './things.ts';
import { withTranscript } from './transcript.ts';

/**
 * Applies corrections in the order in which they were made; `results` may hold all fields or only some. Returns the
 * same object if no correction has an effect. What was mended in the transcript comes first, because brands follow it.
 */
export function correctedResults(results: Results, corrections: readonly Applied[]): Results {
  const changes = corrections.find((correction) => !isAboutThings(correction));
  const mended = changes ? withTranscript(results, changes as TranscriptChanges) : results;
  return withThings(mended, corrections.filter(isAboutThings));
}

function withThings(results: Results, corrections: readonly Said[]): Results {
  const state = new CorrectedState(results);
  const effects = new Set(
    corrections.flatMap((correction) => (state.apply(correction) ? [changedBy(correction)] : [])),
  );
  if (effects.size === 0) return results;

  const thingsOf = (target: Target): FoundThing[] | undefined =>
    effects.has(target) ? built(state.atomsOf(target)?.all ?? [], target) : undefined;
  const brands = thingsOf('brand') as BrandResult[] | undefined;
  const objects = thingsOf('object') as ObjectResult[] | undefined;
  const arePaidSegmentsAffected = effects.has('paid_segment') || effects.has('brand');
  const paidSegments = arePaidSegmentsAffected ? state.paidSegments?.corrected() : undefined;
  const disclosures = effects.has('brand') ? state.disclosures : undefined;
  const shownBrands = brands ?? results.brands;
  const possible = state.possibleBrandsBeside(brands?.map(({ name }) => name) ?? []);
  const isPossibleChanged = possible !== results.possible_brands;
  if (!brands && !objects && !paidSegments && !isPossibleChanged) return results;

  const signs = disclosures ?? results.disclosures;
  const newBrands =
    shownBrands && signs && (brands || paidSegments)
      ? withDisclosures(shownBrands, {
          disclosures: signs,
          paid_segments: paidSegments ?? results.paid_segments,
        })
      : brands;

  return {
    ...results,
    ...(newBrands && { brands: newBrands }),
    ...(brands && results.confidence_summary && { confidence_summary: confidenceSummary(brands) }),
    ...(objects && { objects }),
    ...(objects && results.meta && { meta: metaOf(results.meta, objects) }),
    ...(paidSegments && { paid_segments: paidSegments }),
    ...(disclosures && { disclosures }),
    ...(isPossibleChanged && { possible_brands: possible }),
  } as Results;
}

/** The list of the results that a correction changes: a possible brand that is confirmed becomes a brand. */
const changedBy = ({ target, kind }: Said): Said['target'] =>
  target === 'possible_brand' && kind === 'confirm' ? 'brand' : target;

/** Builds the corrected things, in the order in which they were found: each at the position of its first appearance. */
function built(atoms: readonly Atom[], target: Target): FoundThing[] {
  const shares = sharesOf(atoms);
  const lossy = new Set(atoms.filter(isMoved).map(({ thing }) => thing));
  const groups = Map.groupBy(
    atoms.filter(({ dismissed }) => !dismissed),
    ({ key }) => key,
  );

  return [...groups.values()].flatMap((group) => {
    const isAsFound = group.every(({ touched, thing }) => !touched && !lossy.has(thing));
    if (isAsFound) return [...new Set(group.flatMap(({ thing }) => thing ?? []))];
    return group.some(({ one: appearance }) => appearance) ? [thingOf(group, shares, target)] : [];
  });
}

const isMoved = ({ touched, thing, dismissed, name }: Atom): boolean =>
  touched && thing !== null && (dismissed || name !== thing.name);

/** The detections of each atom. Those of an unchanged thing are passed on as a whole. */
type Shares = ReadonlyMap<Atom, readonly OneDetection[]>;

function sharesOf(atoms: readonly Atom[]): Shares {
  const shares = new Map<Atom, readonly OneDetection[]>();

  for (const [thing, thingAtoms] of Map.groupBy(atoms, (atom) => atom.thing)) {
    if (!thing || !thingAtoms.some(({ touched }) => touched)) {
      // The atoms of an untouched thing stay together, so the first of them gets all its detections, even if atoms of
      // other things join them.
      if (thing && thingAtoms[0]) shares.set(thingAtoms[0], detectionsOf(thing));
      continue;
    }
    for (const [atom, share] of shared(thing, thingAtoms)) shares.set(atom, share);
  }

  return shares;
}

function thingOf(group: readonly Atom[], shares: Shares, target: Target): FoundThing {
  const appearances = group
    .flatMap((atom) => (atom.one ? [appearanceOf(atom, atom.one)] : []))
    .sort((a, b) => startOf(a) - startOf(b) || a.timestamp - b.timestamp);
  const detections = group
    .flatMap((atom) =>
      (shares.get(atom) ?? drawnDetections(atom, target)).map((detection) =>
        surely(atom, detection),
      ),
    )
    .sort((a, b) => a.timestamp - b.timestamp);
  const spans = appearances
    .filter(isSeen)
    .map((appearance) => ({ start: startOf(appearance), end: endOf(appearance) }));
  const { name } = group[0] as Atom;
  const sourceAtom = group.find(({ thing }) => thing?.name === name) ?? group[0];
  const base = {
    ...extraOf(sourceAtom?.thing ?? null),
    name,
    confidence: confidenceOf(group, appearances),
    total_appearances: appearances.length,
    ...(spans.length > 0 && { total_visible_duration: seconds(unionSeconds(spans)) }),
    first_seen: smallestOf(appearances.map(startOf)),
    last_seen: largestOf(appearances.map(endOf)),
    appearances,
  };

  return (
    target === 'brand'
      ? { ...base, frame_detections: detections, corrected: true }
      : { ...base, category: categoryOf(group), frames: detections, corrected: true }
  ) as FoundThing;
}

/** All fields of a thing, including those that later releases add, except a total that may not apply any more. */
function extraOf(thing: FoundThing | null): object {
  const { total_visible_duration: _, ...extra } = (thing ?? {}) as Partial<FoundThing>;
  return extra;
}

function appearanceOf({ touched, sure }: Atom, appearance: OneAppearance): OneAppearance {
  if (!touched) return appearance;
  return { ...appearance, ...(sure && { confidence: 1 }), corrected: true };
}

const surely = ({ sure, thing }: Atom, detection: OneDetection): OneDetection =>
  sure && thing ? { ...detection, confidence: 1, verified: true } : detection;

/** A detection for the box that a person drew, or that a text has; none if the atom was found, or has no box. */
function drawnDetections({ thing, one: appearance, sure }: Atom, target: Target): OneDetection[] {
  if (thing || !appearance?.bounding_box) return [];
  const { timestamp, bounding_box, confidence = 1 } = appearance;
  const base = { timestamp, confidence: sure ? 1 : confidence, bounding_box, verified: sure };
  if (target !== 'brand') return [base];

  const isDrawn = 'context' in appearance && appearance.context === addedByPerson;
  return [{ ...base, source: isDrawn ? ('person' as const) : ('text' as const) }];
}

function confidenceOf(group: readonly Atom[], appearances: readonly OneAppearance[]): number {
  const confidences = appearances.flatMap(({ confidence }) => confidence ?? []);
  if (confidences.length > 0) return largestOf(confidences);
  return Math.max(0, largestOf(group.map(({ thing }) => thing?.confidence ?? 0)));
}

function categoryOf(group: readonly Atom[]): string {
  for (const { thing } of group) if (thing && 'category' in thing) return String(thing.category);
  return 'other';
}

/** Removes objects that are now present, for example added by a person, from the list of objects not found. */
function metaOf(meta: Results['meta'], objects: readonly ObjectResult[]): Results['meta'] {
  const { objects_not_found: missed, ...rest } = meta;
  const presentKeys = new Set(objects.map(({ name }) => identityOf(name)));
  const stillMissing = missed?.filter((name) => !presentKeys.has(identityOf(name))) ?? [];
  return stillMissing.length === (missed?.length ?? 0)
    ? meta
    : { ...rest, ...(stillMissing.length > 0 && { objects_not_found: stillMissing }) };
}
