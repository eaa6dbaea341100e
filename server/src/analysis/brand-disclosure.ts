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
  return brands.map((brand) => ({
    ...brand,
    disclosure: disclosureOfBrand(brand, disclosures, paidSegments),
  }));
}

function disclosureOfBrand(
  { name, first_seen: firstSeen }: Pick<BrandResult, 'name' | 'first_seen'>,
  disclosures: readonly Disclosure[],
  paidSegments: readonly PaidSegment[],
): BrandDisclosure {
  const key = identityOf(name);
  const isOfBrand = (brand: string | undefined): boolean =>
    brand !== undefined && identityOf(brand) === key;
  const segments = paidSegments.filter(({ brand }) => isOfBrand(brand));
  const signs = disclosures
    .filter(({ brand }) => brand === undefined || isOfBrand(brand))
    .map(
      ({ brand, ...disclosure }): BrandDisclosureSign => ({
        ...disclosure,
        names_brand: isOfBrand(brand),
        order: orderOf(disclosure, firstSeen),
      }),
    );
  const disclosed = signs.some(({ names_brand: namesBrand }) => namesBrand);

  return {
    paid: disclosed || segments.length > 0 ? 'paid' : 'not_known',
    disclosed,
    paid_seconds: Math.round(unionSeconds(segments) * 1000) / 1000,
    signs: withoutExcess(signs),
  };
}

/** If there are too many, those that name the brand come first; the rest stays in order of time. */
function withoutExcess(signs: readonly BrandDisclosureSign[]): BrandDisclosureSign[] {
  if (signs.length <= mostSigns) return [...signs];
  const mostTellingSigns = new Set(
    signs.toSorted((a, b) => Number(b.names_brand) - Number(a.names_brand)).slice(0, mostSigns),
  );
  return signs.filter((sign) => mostTellingSigns.has(sign));
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
