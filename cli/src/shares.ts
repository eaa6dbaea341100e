/** `reelsight shares …`: links that show parts of a job without an account. */
import type { CreateShare } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { table } from './words.ts';

type Part = CreateShare['parts'][number];
export const partNames: readonly Part[] = [
  ...(['video', 'brands', 'transcript', 'objects', 'queries'] as const),
  'exposure',
];

export interface CreateShareOptions extends ReadOptions {
  readonly parts: readonly string[];
  readonly days: number;
}

export async function createShare(
  job: string,
  options: CreateShareOptions,
  environment: Environment,
): Promise<number> {
  const parts = options.parts.map((name) => {
    const part = partNames.find((one) => one === name);
    if (!part) throw new UsageError(`--parts: ${name} is none of ${partNames.join(', ')}`);
    return part;
  });
  const { client } = await openSession(environment, options);
  const asked = { parts, expires_in_days: options.days };
  const made = await client.shares.create(job, asked, { signal: environment.signal });
  const text = [made.url, `Ends ${localTime(made.expires_at)}. It is not shown again.`];
  return print(environment, options, { json: made, text });
}

export async function listShares(
  job: string | undefined,
  options: PageOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const [filter, asked] = [{ limit: pageSize(options) }, { signal: environment.signal }];
  const pages =
    job === undefined
      ? client.shares.list(filter, asked)
      : client.shares.listOfJob(job, filter, asked);
  const shares = await take(pages, options);
  const rows = shares.map((one) => [
    one.share_id,
    one.title ?? one.job_id ?? '',
    one.parts.join(', '),
    localTime(one.expires_at),
    String(one.opened),
    one.last_opened_at === null ? '' : localTime(one.last_opened_at),
  ]);
  const head = ['Share', 'Video', 'Parts', 'Ends', 'Opened', 'Last opened'];
  return print(environment, options, {
    json: shares,
    text: rows.length ? table(head, rows) : ['No links.'],
  });
}

export async function deleteShare(
  share: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  await client.shares.delete(share, { signal: environment.signal });
  return print(environment, options, {
    json: { share_id: share, deleted: true },
    text: [`${share}: ended`],
  });
}
