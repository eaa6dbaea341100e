/** Numbers of the brands of a report that several pages and files show. */
import type { ExposureBrand } from '@reelsight/contract';
import { roundedShares, shareText } from '@reelsight/contract/share-text';
import { orderedBrands, type ReportContent } from './content.ts';

/** Returns the share of screen time of a brand in percent, rounded so that the brands of the report add up. */
export function screenTimePercents(content: ReportContent): (name: string) => string {
  const brands = orderedBrands(content);
  const rounded = roundedShares(brands.map((brand) => brand.share_of_voice));
  const texts = new Map(
    brands.map(({ name, share_of_voice: exact }, index) => [
      name,
      shareText(rounded[index] ?? 0, exact),
    ]),
  );
  return (name) => texts.get(name) ?? '–';
}

/** True if equivalent seconds take boxes as clear whose clarity nobody measured, such as those that a person drew. */
export const isUnmeasured = ({
  clarity_known: measuredShare,
  seen_seconds: seconds,
}: ExposureBrand) => seconds > 0 && measuredShare < 1;
