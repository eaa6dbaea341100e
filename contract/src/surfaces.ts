/** The surfaces on which a brand can appear (interface.md "Surfaces"). */
export const surfaces = [
  'jersey-front',
  'jersey-back',
  'jersey-sleeve',
  'shorts',
  'headwear',
  'footwear',
  'other-apparel',
  'perimeter-board',
  'scoreboard',
  'playing-surface',
  'goal-or-stanchion',
  'bench-or-dugout',
  'venue-structure',
  'banner',
  'podium',
  'media-backdrop',
  'microphone',
  'vehicle',
  'equipment',
  'broadcast-graphic',
  'virtual-ad',
  'title-card',
  'device-screen',
  'product-placement',
  'packaging',
  'storefront',
  'billboard',
  'set-dressing',
  'overlay-watermark',
] as const;

export type Surface = (typeof surfaces)[number];

export function isSurface(value: string): value is Surface {
  return (surfaces as readonly string[]).includes(value);
}
