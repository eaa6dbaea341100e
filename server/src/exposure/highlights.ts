/** Summary of a video for a list: its longest-seen brands, and when brands are on screen. */
import type { JobHighlights } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { lengthOf, type Span, unionOf } from '../analysis/spans.ts';
import { brandSpans, roundSeconds, type Shown } from './spans.ts';

/** Maximum number of brands named, and of steps in the timeline. */
const limits = { brands: 3, steps: 60 } as const;

/** If `durationSeconds` is null (unknown), the last moment at which a brand is seen counts as the end. */
export function highlightsOf(
  brands: readonly (Shown & { readonly name: string })[],
  durationSeconds: number | null,
): JobHighlights {
  const groups = [...Map.groupBy(brands, ({ name }) => identityOf(name)).values()];
  const visibleBrands = groups
    .map((group) => ({
      name: group[0]?.name ?? '',
      spans: unionOf(group.flatMap((brand) => brandSpans(brand))),
    }))
    .filter(({ spans }) => spans.length > 0)
    .map(({ name, spans }) => ({ name, spans, seconds: roundSeconds(lengthOf(spans)) }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
  return {
    brands: visibleBrands.slice(0, limits.brands).map(({ name, seconds }) => ({ name, seconds })),
    brands_said: saidOnly(groups),
    brand_count: groups.length,
    timeline: timelineOf(
      visibleBrands.map(({ spans }) => spans),
      durationSeconds,
    ),
  };
}

/** Brands without any span on screen, the most often said first. */
function saidOnly(groups: readonly (readonly (Shown & { readonly name: string })[])[]): string[] {
  return groups
    .filter((group) => group.every((brand) => brandSpans(brand).length === 0))
    .map((group) => ({
      name: group[0]?.name ?? '',
      times: group.reduce((sum, { appearances }) => sum + appearances.length, 0),
    }))
    .toSorted((a, b) => b.times - a.times || (a.name < b.name ? -1 : 1))
    .slice(0, limits.brands)
    .map(({ name }) => name);
}

function timelineOf(
  brands: readonly (readonly Span[])[],
  durationSeconds: number | null,
): number[] {
  if (brands.length === 0) return [];

  const last = Math.max(...brands.map((spans) => spans.at(-1)?.end ?? 0));
  const length = Math.max(durationSeconds ?? 0, last);
  // A step is no shorter than a second.
  const steps = Math.max(1, Math.min(limits.steps, Math.floor(length)));
  const stepSeconds = length / steps;
  const counts = new Array<number>(steps).fill(0);

  for (const spans of brands) {
    let lastStep = -1;
    for (const { start, end } of spans) {
      const first = Math.max(lastStep + 1, Math.floor(start / stepSeconds));
      // A span that ends where a step begins is not in that step.
      const until = Math.min(steps, Math.ceil(end / stepSeconds));
      for (let step = first; step < until; step += 1) counts[step] = (counts[step] ?? 0) + 1;
      lastStep = Math.max(lastStep, until - 1);
    }
  }

  return counts;
}
