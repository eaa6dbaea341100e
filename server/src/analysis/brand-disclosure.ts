/** Sums up for each brand of the results whether, where and how the video says that the brand paid for it. Pure. */
import type {
  BrandDisclosure,
  BrandDisclosureSign,
  BrandResult,
  Disclosure,
  PaidSegment,
  Results,
} from '@reelsight/contract';
import { identityOf } from './name-key.ts';
import { unionSeconds } from './spans.ts';

/** Limit that the field description in the contract also states. */
const mostSigns = 20;
/** Tolerance for the times of words, in seconds. */
const wordTolerance = 0.3;
/** A disclosure belongs to a paid segment that begins at most this long after it, in seconds. */
const leadSeconds = 5;
const outsideOfVideo: ReadonlySet<Disclosure['sign']> = new Set([
  'title',
  'description',
  'hashtag',
  'platform',
]);

/** The brands with their `disclosure`; unchanged if the results do not tell whether anything was disclosed. */
export function withDisclosures(
  brands: readonly BrandResult[],
  { disclosures, paid_segments: paidSegments = [] }: Pick<Results, 'disclosures' | 'paid_segments'>,
): BrandResult[] {
  if (!disclosures) return [...brands];

  // Identities of names take long to make, and there may be hundreds of brands.
  const keyOf = (name: string | undefined): string | null =>
    name === undefined ? null : identityOf(name);
  const signs = Map.groupBy(disclosures, (disclosure) =>
    keyOf(disclosure.brand ?? payerOfSegment(disclosure, paidSegments)),
  );
  const segments = Map.groupBy(paidSegments, ({ brand }) => keyOf(brand));
  const unnamedSigns = signs.get(null) ?? [];

  return brands.map((brand) => {
    const key = identityOf(brand.name);
    const disclosure = disclosureOfBrand(brand.first_seen, {
      namingSigns: signs.get(key) ?? [],
      unnamedSigns,
      segments: segments.get(key) ?? [],
    });
    return { ...brand, disclosure };
  });
}

interface BrandSigns {
  /** Disclosures about the brand, and those of which nothing tells whose they are. */
  readonly namingSigns: readonly Disclosure[];
  readonly unnamedSigns: readonly Disclosure[];
  /** The paid segments of the brand. */
  readonly segments: readonly PaidSegment[];
}

function disclosureOfBrand(
  firstSeen: number,
  { namingSigns, unnamedSigns, segments }: BrandSigns,
): BrandDisclosure {
  // If there are too many, those about the brand come first.
  const naming = namingSigns.slice(0, mostSigns);
  const unnamed = unnamedSigns.slice(0, mostSigns - naming.length);
  const signOf = (
    { brand: _, ...disclosure }: Disclosure,
    namesBrand: boolean,
  ): BrandDisclosureSign => ({
    ...disclosure,
    names_brand: namesBrand,
    order: orderOf(disclosure, firstSeen),
  });
  const signs = [
    ...naming.map((disclosure) => signOf(disclosure, true)),
    ...unnamed.map((disclosure) => signOf(disclosure, false)),
  ];
  const disclosed = naming.length > 0;

  return {
    paid: disclosed || segments.length > 0 ? 'paid' : 'not_known',
    disclosed,
    paid_seconds: Math.round(unionSeconds(segments) * 1000) / 1000,
    signs: signs.toSorted((a, b) => a.timestamp - b.timestamp),
  };
}

/**
 * Who pays by a disclosure whose words name nobody ("now a word from our sponsor"): the brand of the paid segment that
 * begins nearest to it. Undefined if there is none, or if that brand is in the same words, as what the sponsor is only
 * compared with may be.
 */
function payerOfSegment(
  { sign, timestamp, quote = '' }: Pick<Disclosure, 'sign' | 'timestamp' | 'quote'>,
  paidSegments: readonly PaidSegment[],
): string | undefined {
  if (outsideOfVideo.has(sign)) return undefined;
  const [nearest] = paidSegments
    .filter(({ start, end }) => timestamp >= start - leadSeconds && timestamp < end)
    .toSorted((a, b) => Math.abs(a.start - timestamp) - Math.abs(b.start - timestamp));
  const brand = nearest?.brand;
  return brand !== undefined && identityOf(quote).includes(identityOf(brand)) ? undefined : brand;
}

function orderOf(
  {
    sign,
    timestamp,
    duration_seconds: duration = 0,
  }: Pick<Disclosure, 'sign' | 'timestamp' | 'duration_seconds'>,
  firstSeen: number,
): BrandDisclosureSign['order'] {
  if (outsideOfVideo.has(sign)) return 'outside';
  if (firstSeen > timestamp + duration + wordTolerance) return 'before';
  return firstSeen >= timestamp - wordTolerance ? 'with' : 'after';
}
