/** Limits, weights and names that exposure uses. This file has no schemas. */
export const exposureLimits = {
  jobs: 2000,
  brands: 50,
  brandCharacters: 200,
  /** Maximum size of a request body, large enough for the maximum number of ids and brands. */
  bodyBytes: 262_144,
} as const;

/** Permitted ranges of the two figures from which media values are computed. */
export const moneyLimits = {
  cpm_usd: { least: 0, most: 1_000_000, whole: false },
  audience: { least: 0, most: 100_000_000_000, whole: true },
} as const;

/** Weights in the formula for equivalent seconds, each with its default and permitted range. */
export const exposureWeights = {
  full_size: { least: 0.0001, most: 1, default: 0.06 },
  edge_loss: { least: 0, most: 1, default: 0.4 },
  clutter: { least: 0, most: 2, default: 0.5 },
} as const;
export type ExposureWeights = { readonly [Name in keyof typeof exposureWeights]: number };

/** The names of the nine equal fields into which a picture is divided, row by row. */
export const exposurePositions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type ExposurePosition = (typeof exposurePositions)[number];

/** Assumed height of the video on each device, in pixels. */
export const exposureDevices = { phone: 360, laptop: 720, tv: 1080 } as const;
export type ExposureDevice = keyof typeof exposureDevices;
export const exposureDeviceNames: readonly ExposureDevice[] = ['phone', 'laptop', 'tv'];
