/** `reelsight brands …` */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrandRecountState, Client } from '@reelsight/sdk';
import { RefusedError } from './exit-code.ts';
import { findNamed } from './named.ts';
import { print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { plural, table } from './words.ts';

export async function listBrands(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const library = await client.brands.list({ signal: environment.signal });
  const rows = library.map(({ brand_id: id, name, aliases, exclude, logos }) => [
    id,
    name,
    aliases.join(', '),
    exclude ? 'excluded' : plural(logos.length, 'picture'),
  ]);
  return print(environment, options, {
    json: library,
    text:
      library.length > 0
        ? table(['Brand', 'Name', 'Also', ''], rows)
        : ['The library is empty: see reelsight brands add.'],
  });
}

export interface AddBrandOptions extends ReadOptions {
  readonly alias?: readonly string[];
}

export async function addBrand(
  name: string,
  options: AddBrandOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const entry = { name, aliases: [...(options.alias ?? [])] };
  const brand = await client.brands.create(entry, { signal });
  const { videos } = await client.brands.recountState(brand.brand_id, { signal });
  const offer =
    videos > 0
      ? [
          `${plural(videos, 'earlier video')} can be recounted: reelsight brands recount ${brand.brand_id}`,
        ]
      : [];

  return print(environment, options, {
    json: brand,
    text: [`${brand.brand_id} ${brand.name}`, ...offer],
  });
}

export interface RecountOptions extends ReadOptions {
  readonly undo?: boolean;
}

/** Starts the recount, or takes it back, and waits until that is done. */
export async function recountBrand(
  reference: string,
  options: RecountOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { brand_id: id, name } = await mustFind(client, reference, signal);
  const started = options.undo
    ? await client.brands.undoRecount(id, { signal })
    : await client.brands.recount(id, { signal });
  const state = await waitForEnd(client, started, signal);

  return print(environment, options, { json: state, text: [`${name}: ${words(state)}`] });
}

const pollMs = 500;

async function waitForEnd(
  client: Client,
  started: BrandRecountState,
  signal: AbortSignal,
): Promise<BrandRecountState> {
  let state = started;
  while (state.recount && state.recount.state !== 'counted') {
    await sleep(pollMs, undefined, { signal });
    state = await client.brands.recountState(state.brand_id, { signal });
  }
  return state;
}

function words({ recount }: BrandRecountState): string {
  if (!recount) return 'what recounts added is taken back.';
  const { videos_changed: changed, videos_read: read, appearances_added: appearances } = recount;
  const skipped = recount.videos_skipped;
  const left = skipped > 0 ? ` Skipped, because reading took too long: ${skipped}.` : '';
  return `counted in ${changed} of ${plural(read, 'earlier video')}, ${plural(appearances, 'appearance')} added.${left}`;
}

async function mustFind(client: Client, reference: string, signal: AbortSignal) {
  const library = await client.brands.list({ signal });
  const brand = findNamed(library, ({ brand_id: id }) => id, reference);
  if (!brand) throw new RefusedError(`NOT_FOUND: the library has no brand ${reference}.`);
  return brand;
}
