/** `reelsight exposure`: the exposure that brands get in completed jobs. */
import type { Exposure } from '@reelsight/sdk';
import { exitCode, UsageError } from './exit-code.ts';
import { print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { csv, lengthText, percentText, plural, table } from './words.ts';

type Brand = Exposure['brands'][number];

export interface ExposureOptions extends ReadOptions {
  readonly batch?: boolean;
  readonly csv?: boolean;
  readonly brand?: readonly string[];
  readonly minConfidence?: number;
  readonly cpm?: number;
  readonly audience?: number | 'views';
  readonly fullSize?: number;
  readonly edgeLoss?: number;
  readonly clutter?: number;
}

export async function printExposure(
  ids: readonly string[],
  options: ExposureOptions,
  environment: Environment,
): Promise<number> {
  if (options.batch && ids.length > 1) throw new UsageError('Name one batch.');

  checkMoney(options);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const query = askedOf(options);
  const exposure = options.batch
    ? await client.batches.exposure(ids[0] ?? '', { ...query, signal })
    : await client.exposure({ job_ids: [...ids], ...query }, { signal });
  if (!options.csv) return print(environment, options, { json: exposure, text: textOf(exposure) });

  environment.stdout.write(csvOf(exposure));
  return exitCode.done;
}

function askedOf(options: ExposureOptions) {
  const { brand, minConfidence, cpm, audience, fullSize, edgeLoss, clutter } = options;
  return {
    ...(brand?.length && { brands: [...brand] }),
    ...(minConfidence !== undefined && { min_confidence: minConfidence }),
    ...(cpm !== undefined && { cpm_usd: cpm }),
    ...(audience !== undefined && { audience }),
    ...(fullSize !== undefined && { full_size: fullSize }),
    ...(edgeLoss !== undefined && { edge_loss: edgeLoss }),
    ...(clutter !== undefined && { clutter }),
  };
}

/**
 * Throws UsageError for a price without an audience, because amounts of money are computed from both. An audience alone
 * is fine: the workspace may keep prices.
 */
export function checkMoney({
  cpm,
  audience,
}: {
  readonly cpm?: number;
  readonly audience?: number | 'views';
}): void {
  if (cpm !== undefined && audience === undefined)
    throw new UsageError('--cpm and --audience belong together: money is computed from both.');
}

function textOf(exposure: Exposure): string[] {
  const { brands, videos, left_out, seconds_total, formula } = exposure;
  const money = brands.some(({ media_value_usd }) => media_value_usd !== null);
  const head = ['Brand', 'Seen', '% video', 'Share', 'Alone', 'Size', 'Said', 'Equivalent'];
  const rows = brands.map((brand) => [
    ...[brand.name, lengthText(brand.seen_seconds), percentText(brand.share_of_video)],
    ...[
      percentText(brand.share_of_voice),
      lengthText(brand.solus_seconds),
      percentText(brand.mean_size),
    ],
    ...[`${brand.said.times} ×`, lengthText(brand.equivalent_seconds)],
    ...(money ? [brand.media_value_usd?.toFixed(2) ?? '-'] : []),
  ]);
  const lacking = exposure.videos_not_valued ?? 0;
  const omitted = left_out.length > 0 ? `; ${plural(left_out.length, 'job')} left out` : '';

  return [
    `${plural(videos.length, 'video')}, ${lengthText(seconds_total)}${omitted}`,
    ...(rows.length > 0
      ? table([...head, ...(money ? ['USD'] : [])], rows)
      : ['No brand was found.']),
    ...(lacking > 0
      ? [
          `Without a media value, as no audience or no price is known: ${plural(lacking, 'video')} (reelsight views, reelsight prices)`,
        ]
      : []),
    '',
    formula.text,
  ];
}

const columns: Readonly<Record<string, (brand: Brand) => string | number | null>> = {
  brand: ({ name }) => name,
  videos: ({ videos }) => videos,
  appearances: ({ appearances }) => appearances,
  seen_seconds: ({ seen_seconds }) => seen_seconds,
  share_of_video: ({ share_of_video }) => share_of_video,
  share_of_voice: ({ share_of_voice }) => share_of_voice,
  solus_seconds: ({ solus_seconds }) => solus_seconds,
  mean_size: ({ mean_size }) => mean_size,
  max_size: ({ max_size }) => max_size,
  clarity: ({ clarity }) => clarity,
  legible_phone_seconds: ({ legible_seconds }) => legible_seconds.phone,
  legible_laptop_seconds: ({ legible_seconds }) => legible_seconds.laptop,
  legible_tv_seconds: ({ legible_seconds }) => legible_seconds.tv,
  said_times: ({ said: mentions }) => mentions.times,
  said_while_seen_seconds: ({ said: mentions }) => mentions.seconds_overlapping_seen,
  longest_seconds: ({ longest_seconds }) => longest_seconds,
  first_seen: ({ first_seen }) => first_seen,
  equivalent_seconds: ({ equivalent_seconds }) => equivalent_seconds,
  media_value_usd: ({ media_value_usd }) => media_value_usd,
  videos_paid: ({ disclosure }) => disclosure?.videos_paid ?? null,
  videos_disclosed: ({ disclosure }) => disclosure?.videos_disclosed ?? null,
  seen_seconds_paid: ({ disclosure }) => disclosure?.seen_seconds_paid ?? null,
  said_times_paid: ({ disclosure }) => disclosure?.said_times_paid ?? null,
  videos_not_valued: ({ videos_not_valued }) => videos_not_valued ?? null,
};

const csvOf = ({ brands }: Exposure): string =>
  [
    Object.keys(columns),
    ...brands.map((brand) => Object.values(columns).map((cell) => cell(brand))),
  ]
    .map(csv)
    .join('');
