/** Results while corrections are applied to them, one after the other in the order they were made. */
import type { Disclosure, PossibleBrand, Results } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { type Atom, Atoms } from './atoms.ts';
import { PaidSegments } from './paid-segments.ts';
import { listOf, type Said, type Target } from './things.ts';

export class CorrectedState {
  readonly #results: Results;
  /** Identities of the possible brands that people confirmed or dismissed. */
  readonly #decidedTexts = new Set<string>();
  readonly #atoms = new Map<Target, Atoms | undefined>();
  #paidSegments: PaidSegments | undefined;
  /** Who pays by each of the disclosures; null where they name nobody. */
  #disclosurePayers: readonly (Atom | null)[] = [];

  constructor(results: Results) {
    this.#results = results;
  }

  /** Applies one correction. False if what it is about does not exist. */
  apply(correction: Said): boolean {
    const { target, kind } = correction;
    if (target === 'paid_segment') return this.paidSegments?.apply(correction) ?? false;
    if (target === 'possible_brand') return this.#applyPossible(correction);
    if (kind === 'recount') return this.#addFromTexts(correction);
    return this.atomsOf(target)?.apply(correction) ?? false;
  }

  /** The possible brands that nobody has confirmed or dismissed yet, and that no brand in `names` explains. */
  possibleBrandsBeside(names: readonly string[]): readonly PossibleBrand[] | undefined {
    const { possible_brands: possible } = this.#results;
    const explained = new Set([...this.#decidedTexts, ...names.map(identityOf)]);
    const open = possible?.filter(({ text }) => !explained.has(identityOf(text)));
    return open?.length === possible?.length ? possible : open;
  }

  #applyPossible(correction: Said): boolean {
    this.#decidedTexts.add(identityOf(correction.name));
    if (correction.kind === 'confirm') return this.#addFromTexts(correction);
    return this.#results.possible_brands !== undefined;
  }

  #addFromTexts(correction: Said): boolean {
    const brands = this.atomsOf('brand');
    brands?.addFromTexts(correction);
    return brands !== undefined;
  }

  /** The brands or objects; undefined if the job did not look for them. Made when they are first needed. */
  atomsOf(target: Target): Atoms | undefined {
    if (!this.#atoms.has(target)) {
      const things = listOf(this.#results, target);
      this.#atoms.set(target, things && new Atoms(things));
      // Payers must be among the atoms before the first brand is corrected, because they follow all corrections.
      if (target === 'brand') this.#addPaidSegments();
    }
    return this.#atoms.get(target);
  }

  /** Undefined if the job did not look for brands, and so for none that pays. */
  get paidSegments(): PaidSegments | undefined {
    this.atomsOf('brand');
    return this.#paidSegments;
  }

  /** The disclosures, whose payers follow the corrections of brands; undefined if they are as they were found. */
  get disclosures(): Disclosure[] | undefined {
    this.atomsOf('brand');
    const original = this.#results.disclosures ?? [];
    const corrected = original.map((disclosure, index) =>
      paidBy(disclosure, this.#disclosurePayers[index] ?? null),
    );
    return corrected.some((disclosure, index) => disclosure !== original[index])
      ? corrected
      : undefined;
  }

  #addPaidSegments(): void {
    const { brands, paid_segments: segments, disclosures } = this.#results;
    if (!brands && !segments) return;
    const atoms = this.#atoms.get('brand') ?? new Atoms([]);
    this.#paidSegments = new PaidSegments(segments ?? [], atoms);
    this.#disclosurePayers = (disclosures ?? []).map(({ brand }) =>
      brand === undefined ? null : atoms.addPayer(brand),
    );
  }
}

/** If a person dismissed all of the brand, the disclosure names nobody. */
function paidBy(disclosure: Disclosure, payer: Atom | null): Disclosure {
  const name = payer === null || payer.dismissed ? undefined : payer.name;
  if (name === disclosure.brand) return disclosure;
  const { brand: _, ...rest } = disclosure;
  return name === undefined ? rest : { ...rest, brand: name };
}
