/**
 * Paid segments while corrections are applied to them. Who pays follows the corrections of brands, because the payer is
 * an atom among those of the brands.
 */
import type { CorrectedSegment, NewSegment, PaidSegment } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import type { Atom, Atoms } from './atoms.ts';
import { type Said, sameTime } from './things.ts';

type Span = NewSegment;

/** Number of segments that people may add to a job; those that were dismissed again count. */
export const mostAddedSegments = 100;
/** Former spans and payers by which a correction may name a segment; older ones are forgotten. */
const mostFormer = 20;

interface Segment {
  /** The segment as it was found; null if a person added it. */
  readonly found: PaidSegment | null;
  /** Every span that it ever had; the last one is the current one. */
  readonly spans: Span[];
  /** Every payer that it ever had; the last one is the current one. Empty if none was ever known. */
  readonly payers: Atom[];
  dismissed: boolean;
  touched: boolean;
}

export class PaidSegments {
  readonly #all: Segment[];
  readonly #brands: Atoms;
  /** Payers that no correction of a brand has changed, by their name, so that segments share them. */
  readonly #payers = new Map<string, Atom>();

  /** Must be made before any correction is applied to `brands`. */
  constructor(segments: readonly PaidSegment[], brands: Atoms) {
    this.#brands = brands;
    this.#all = segments.map((segment) => ({
      found: segment,
      spans: [{ start: segment.start, end: segment.end }],
      payers: segment.brand === undefined ? [] : [this.#payerNamed(segment.brand)],
      dismissed: false,
      touched: false,
    }));
  }

  /** Applies one correction. False if its segment does not exist. */
  apply(correction: Said): boolean {
    if (correction.kind === 'add') {
      this.#add(correction);
      return true;
    }

    const segments = this.#select(correction.segment);
    for (const segment of segments) {
      // The latest correction wins: it also undoes an earlier dismissal.
      Object.assign(segment, { dismissed: correction.kind === 'dismiss', touched: true });
      this.#change(segment, correction);
    }

    return segments.length > 0;
  }

  /** Number of segments that people added. */
  get added(): number {
    return this.#all.filter(({ found: original }) => original === null).length;
  }

  /** The segments that are meant, as they are shown now. */
  meant(segment: Said['segment']): ShownSegment[] {
    return this.#select(segment).map(shownOf);
  }

  /**
   * A segment, other than those that are meant, that overlaps the span and has the same payer. As in what is found, a
   * segment whose payer is unknown may be that of any payer.
   */
  beside(meant: Said['segment'], { start, end, brand }: ShownSegment): ShownSegment | undefined {
    const excluded = new Set(this.#select(meant));
    const key = brand === undefined ? undefined : identityOf(brand);
    const neighbour = this.#all.find((segment) => {
      if (segment.dismissed || excluded.has(segment)) return false;
      const span = spanOf(segment);
      const payer = payerOf(segment)?.key;
      const isSamePayer = key === undefined || payer === undefined || payer === key;
      return isSamePayer && span.start < end && start < span.end;
    });
    return neighbour && shownOf(neighbour);
  }

  /** The segments as corrected, in order of time; undefined if they are as they were found. */
  corrected(): PaidSegment[] | undefined {
    const segments = this.#all.filter(({ dismissed }) => !dismissed).map(segmentOf);
    const isAsFound =
      segments.length === this.#all.length &&
      segments.every((segment, index) => segment === this.#all[index]?.found);
    return isAsFound ? undefined : segments.sort((a, b) => a.start - b.start || a.end - b.end);
  }

  #add({ name, segment_new: span }: Said): void {
    if (!span) throw new Error('a correction that adds nothing');
    this.#all.push({
      found: null,
      spans: [span],
      payers: name === '' ? [] : [this.#payer(name)],
      dismissed: false,
      touched: true,
    });
  }

  #change(segment: Segment, { kind, segment: meant, segment_new: newSpan, new_name }: Said): void {
    if (kind === 'move' && newSpan) segment.spans.push(newSpan);
    if (kind === 'rename' && new_name !== undefined) segment.payers.push(this.#payer(new_name));
    if (kind === 'confirm' && meant) this.#confirm(segment, meant);

    for (const history of [segment.spans, segment.payers])
      history.splice(0, history.length - mostFormer);
  }

  /** To confirm what a segment was before takes back what was said of it since. */
  #confirm(segment: Segment, { start, brand }: CorrectedSegment): void {
    const span = segment.spans.findLast((candidate) => sameTime(candidate.start, start));
    if (span) segment.spans.push(span);
    if (brand == null) return;

    const key = identityOf(brand);
    if (isPaidBy(segment, key)) return;

    const spellings = segment.payers.map((payer) => payer.spellingOf(key));
    const spelling = spellings.findLast((candidate) => candidate !== undefined);
    segment.payers.push(this.#payer(spelling ?? brand));
  }

  #payer(name: string): Atom {
    return this.#payerNamed(this.#brands.spelled(name));
  }

  #payerNamed(spelling: string): Atom {
    const shared = this.#payers.get(spelling);
    if (shared && !shared.touched && shared.name === spelling) return shared;

    const payer = this.#brands.addPayer(spelling);
    this.#payers.set(spelling, payer);
    return payer;
  }

  /** Segments that begin there and are paid by this brand; if there are none, the segments that ever did. */
  #select(meant: Said['segment']): Segment[] {
    if (!meant) return [];

    const { start, brand } = meant;
    const key = brand == null ? null : identityOf(brand);
    const visible = this.#all.filter(
      (segment) =>
        !segment.dismissed &&
        sameTime(spanOf(segment).start, start) &&
        (key === null || isPaidBy(segment, key)),
    );
    if (visible.length > 0) return visible;

    return this.#all.filter(
      ({ spans, payers }) =>
        spans.some((span) => sameTime(span.start, start)) &&
        (key === null || payers.some((payer) => payer.spellingOf(key) !== undefined)),
    );
  }
}

/** Where a segment is, and who pays for it. */
export type ShownSegment = Pick<PaidSegment, 'start' | 'end' | 'brand'>;

const spanOf = ({ spans }: Segment): Span => spans.at(-1) as Span;

/** Who pays; undefined if that is unknown, or if a person dismissed all of that brand. */
function payerOf({ payers }: Segment): Atom | undefined {
  const payer = payers.at(-1);
  return payer?.dismissed ? undefined : payer;
}

const isPaidBy = (segment: Segment, key: string): boolean => payerOf(segment)?.key === key;

function shownOf(segment: Segment): ShownSegment {
  const brand = payerOf(segment)?.name;
  const { start, end } = spanOf(segment);
  return { start, end, ...(brand !== undefined && { brand }) };
}

/** The same object as was found if nothing about it changed. */
function segmentOf(segment: Segment): PaidSegment {
  const { found: original, touched } = segment;
  const current = shownOf(segment);
  if (original && !touched && original.brand === current.brand) return original;

  const { brand: _, ...rest } = original ?? { evidence: [], confidence: 1 };
  return { ...rest, ...current, ...(touched && { confidence: 1 }), corrected: true };
}
