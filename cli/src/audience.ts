/** `reelsight views` and `reelsight prices`: audiences of videos, and what a thousand views cost. */
import type { JobViews, MediaPrices } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { localTime, print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { table } from './words.ts';

export interface ViewsOptions extends ReadOptions {
  readonly set?: number;
  readonly unset?: boolean;
  readonly published?: string;
  readonly unsetPublished?: boolean;
}

export async function printViews(
  id: string,
  options: ViewsOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { set, unset, published, unsetPublished } = options;
  if (set !== undefined || unset) await client.jobs.setAudience(id, set ?? null, { signal });
  if (published !== undefined || unsetPublished)
    await client.jobs.setPublished(id, published ?? null, { signal });

  const views = await client.jobs.views(id, { signal });
  return print(environment, options, { json: views, text: textOf(views) });
}

const sources = {
  manual: 'set by hand',
  platform: 'as its platform said last',
  default: 'the default of the workspace',
  given: 'as given',
} as const;

function textOf(job: JobViews): string[] {
  const { views, audience, next_reading, reading, reason } = job;
  const rows = views.map((row) => [localTime(row.read_at), String(row.views)]);
  return [
    ...(rows.length > 0 ? table(['Read', 'Views'], rows) : ['No views are known.']),
    audience
      ? `Audience: ${audience.views}, ${sources[audience.source]}`
      : 'Audience: not known. Set it with --set.',
    publishedText(job),
    next_reading ? `Next reading: ${localTime(next_reading)}` : `No further reading: ${reading}`,
    ...(reason ? [reason] : []),
  ];
}

const sourceWords = {
  manual: 'set by hand',
  platform: 'as its platform says',
  feed: 'as the feed of its Follow says',
} as const;

function publishedText({ published_at: at, published_source: source }: JobViews): string {
  if (at === null) return 'Published: not known. Set it with --published.';
  return `Published: ${localTime(at)}, ${sourceWords[source ?? 'platform']}`;
}

export async function printPrices(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const prices = await client.prices.get({ signal: environment.signal });
  return print(environment, options, { json: prices, text: linesOf(prices) });
}

export interface PriceOptions extends ReadOptions {
  readonly cpm?: number;
  readonly platform?: readonly string[];
  readonly audience?: number;
}

export async function setPrices(options: PriceOptions, environment: Environment): Promise<number> {
  const { cpm, platform = [], audience } = options;
  const { client } = await openSession(environment, options);
  const prices = await client.prices.set(
    {
      ...(cpm !== undefined && { cpm_usd: cpm }),
      ...(platform.length > 0 && { cpm_usd_by_platform: byPlatform(platform) }),
      ...(audience !== undefined && { audience }),
    },
    { signal: environment.signal },
  );
  return print(environment, options, { json: prices, text: linesOf(prices) });
}

/** From texts such as `youtube=25`. */
function byPlatform(texts: readonly string[]): MediaPrices['cpm_usd_by_platform'] {
  const entries = texts.map((text) => {
    const [, name = '', price = ''] = /^([a-z]+)=(\d{1,9}(?:\.\d{1,9})?)$/.exec(text) ?? [];
    if (name === '') throw new UsageError(`--platform ${text}: it must be like youtube=25.`);
    return [name, Number(price)] as const;
  });
  return Object.fromEntries(entries);
}

function linesOf({ cpm_usd, cpm_usd_by_platform, audience }: MediaPrices): string[] {
  const rows = [
    ...Object.entries(cpm_usd_by_platform).map(([platform, price]) => [platform, String(price)]),
    ...(cpm_usd === null ? [] : [['others', String(cpm_usd)]]),
  ];
  return [
    ...(rows.length > 0 ? table(['Platform', 'CPM in USD'], rows) : ['No prices are set.']),
    ...(audience === null ? [] : [`Audience where none is known: ${audience}`]),
  ];
}
