/**
 * The words and the order of the numbers of exposure. The console, reports and files share them, so that a reader who
 * compares a page with a PDF file or a table meets each number under one name.
 */

interface Term {
  /** Title on pages, in reports and in spreadsheets. */
  readonly title: string;
  /** Head of the column in CSV files; the name of the field in the interface, where there is one. */
  readonly column: string;
}

/**
 * What `share_of_voice` of the interface means is a share of the seconds on screen. Among people who measure sponsoring,
 * share of voice is what is said, so only mentions have that title.
 */
export const exposureTerms = {
  brand: { title: 'Brand', column: 'brand' },
  videos: { title: 'Videos', column: 'videos' },
  appearances: { title: 'Appearances', column: 'appearances' },
  seen: { title: 'Seen', column: 'seen_seconds' },
  shareOfScreenTime: { title: 'Share of screen time', column: 'share_of_screen_time' },
  shareOfVideo: { title: 'Share of video', column: 'share_of_video' },
  alone: { title: 'Alone', column: 'solus_seconds' },
  longest: { title: 'Longest', column: 'longest_seconds' },
  firstSeen: { title: 'First seen', column: 'first_seen' },
  meanSize: { title: 'Mean size', column: 'mean_size' },
  largestSize: { title: 'Largest size', column: 'max_size' },
  clarity: { title: 'Clarity', column: 'clarity' },
  clarityMeasured: { title: 'Clarity measured', column: 'clarity_known' },
  legiblePhone: { title: 'Legible, phone', column: 'legible_phone_seconds' },
  legibleLaptop: { title: 'Legible, laptop', column: 'legible_laptop_seconds' },
  legibleTv: { title: 'Legible, TV', column: 'legible_tv_seconds' },
  said: { title: 'Said', column: 'said_times' },
  shareOfVoice: { title: 'Share of voice', column: 'share_of_mentions' },
  equivalent: { title: 'Equivalent seconds', column: 'equivalent_seconds' },
  mediaValue: { title: 'Media value', column: 'media_value_usd' },
} as const satisfies Readonly<Record<string, Term>>;

/** Explains the sign that follows equivalent seconds if the clarity of some boxes was not measured. */
export const unmeasuredSign = '~';
export const unmeasuredNote =
  '~ Clarity was not measured everywhere, as for boxes that a person drew; there it counts as 1, so the number is at most this.';

/** True if equivalent seconds take boxes as clear whose clarity nobody measured, such as those that a person drew. */
export const isUnmeasured = (brand: {
  readonly clarity_known: number;
  readonly seen_seconds: number;
}): boolean => brand.seen_seconds > 0 && brand.clarity_known < 1;

interface Ranked {
  readonly name: string;
  readonly seen_seconds: number;
  readonly said: { readonly times: number };
}

/** The order of brands everywhere: most seconds on screen first, then those said most often, then by name. */
export const byScreenTime = (a: Ranked, b: Ranked): number =>
  b.seen_seconds - a.seen_seconds ||
  b.said.times - a.said.times ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Number of brands that a bar of shares names, if the other ones together are smaller than the largest of these. */
const namedParts = 8;
/** Number of brands that a bar names at most; more would be too thin to see. */
const mostNamedParts = 24;

/**
 * Counts how many of the shares a bar names, largest first. The combined part for the rest is never larger than the
 * largest brand, as long as there is room for the names, of which at most `maximum` fit.
 */
export function namedShares(shares: readonly number[], maximum: number = mostNamedParts): number {
  if (shares.length <= namedParts + 1) return shares.length;

  let rest = shares.slice(namedParts).reduce((sum, share) => sum + share, 0);
  let named = namedParts;

  while (named < Math.min(shares.length, maximum) && rest >= (shares[0] ?? 0)) {
    rest -= shares[named] ?? 0;
    named += 1;
  }

  // A combined part for a single brand would hide its name for nothing.
  return shares.length - named === 1 ? shares.length : named;
}
