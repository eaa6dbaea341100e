/** Confidences in the form in which results state them. */
import type { BrandResult } from '@reelsight/contract';
import { confidenceBand } from '@reelsight/contract/confidence-band';

/** The value limited to 0 to 1 and rounded to hundredths. */
export const roundedConfidence = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** Counts appearances by the band of their confidence. */
export function confidenceSummary(brands: readonly Pick<BrandResult, 'appearances'>[]) {
  const summary = { high: 0, medium: 0, low: 0, total: 0 };
  for (const { confidence } of brands.flatMap(({ appearances }) => appearances)) {
    summary[confidenceBand(confidence ?? 0)] += 1;
    summary.total += 1;
  }
  return summary;
}
