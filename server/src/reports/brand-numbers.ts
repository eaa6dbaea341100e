/** Numbers of the brands of a report that several of its pages show. */
import { shareTexts } from '@reelsight/contract/share-text';
import { orderedBrands, type ReportContent } from './content.ts';

/** Returns the share of screen time of a brand in percent, rounded so that the brands of the report add up. */
export function screenTimePercents(content: ReportContent): (name: string) => string {
  const brands = orderedBrands(content);
  const texts = shareTexts(brands.map((brand) => brand.share_of_voice));
  const textOf = new Map(brands.map(({ name }, index) => [name, texts[index]]));
  return (name) => textOf.get(name) ?? '–';
}
