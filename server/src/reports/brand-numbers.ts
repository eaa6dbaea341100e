/** Numbers of the brands of a report that several of its pages show. */
import { roundedShares, shareText } from '@reelsight/contract/share-text';
import { orderedBrands, type ReportContent } from './content.ts';

export interface ScreenTimeShare {
  /** Rounded so that the brands of the report add up; as it is where it would be rounded to zero. */
  readonly share: number;
  /** The same in percent. */
  readonly percent: string;
}

/** Returns the share of screen time of a brand. */
export function screenTimeShares(content: ReportContent): (name: string) => ScreenTimeShare {
  const brands = orderedBrands(content);
  const rounded = roundedShares(brands.map((brand) => brand.share_of_voice));
  const shareOf = new Map(
    brands.map(({ name, share_of_voice: exact }, index) => {
      const share = rounded[index] ?? 0;
      return [name, { share: share || exact, percent: shareText(share, exact) }];
    }),
  );
  return (name) => shareOf.get(name) ?? { share: 0, percent: '–' };
}
