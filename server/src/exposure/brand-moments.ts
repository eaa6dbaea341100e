/** When brands are on screen, said and paid for in a video, and the pictures that prove it: what alerts look at. */
import { identityOf } from '../analysis/name-key.ts';
import type { Span } from '../analysis/spans.ts';
import type { FormBrand } from './form.ts';
import { brandSpans } from './spans.ts';

export interface BrandMoments {
  readonly key: string;
  readonly name: string;
  /** When it is on screen, in order and without overlaps. */
  readonly seen: readonly Span[];
  /** When it is said, in order. */
  readonly said: readonly number[];
  /** Null if the results don't tell. */
  readonly paid: { readonly isPaid: boolean; readonly spans: readonly Span[] } | null;
  readonly frames: readonly Frame[];
}

/** A picture of the brand. */
export interface Frame {
  readonly timestamp: number;
  readonly url: string;
}

/** The chosen brands that occur in the video. */
export function brandMoments(
  brands: readonly FormBrand[],
  keys: readonly string[],
): BrandMoments[] {
  const chosen = new Set(keys);
  return brands.flatMap((brand) => {
    const key = identityOf(brand.name);
    return chosen.has(key) && brand.appearances.length > 0 ? [momentsOf(key, brand)] : [];
  });
}

function momentsOf(key: string, brand: FormBrand): BrandMoments {
  const { name, appearances, paid } = brand;
  return {
    key,
    name,
    seen: brandSpans(brand),
    said: appearances
      .filter(({ source }) => source === 'audio')
      .map(({ timestamp }) => timestamp)
      .sort((a, b) => a - b),
    paid: paid ? { isPaid: paid.isPaid, spans: paid.spans } : null,
    frames: appearances.flatMap(({ timestamp, frame_url: url }) =>
      url ? [{ timestamp, url }] : [],
    ),
  };
}
