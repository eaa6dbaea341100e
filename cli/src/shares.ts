/** `reelsight shares …`: links that show parts of a job, or a report, without an account. */
import type { Client, CreateShare, NewShare, ShareCreated } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { pictureOf } from './reports.ts';
import { type Environment, openSession } from './session.ts';
import { table } from './words.ts';

type Part = CreateShare['parts'][number];
export const partNames: readonly Part[] = [
  'video',
  'brands',
  'transcript',
  'objects',
  'queries',
  'exposure',
];

export interface CreateShareOptions extends ReadOptions {
  /** Used only when a job is shared. */
  readonly parts?: readonly string[];
  readonly days: number;
  readonly sender: boolean;
  readonly logo?: string;
}

const isReport = (id: string): boolean => id.startsWith('rep_');

export async function createShare(
  id: string,
  options: CreateShareOptions,
  environment: Environment,
): Promise<number> {
  const parts = partsOf(id, options);
  const { days, sender, logo } = options;
  if (isReport(id) && logo) throw new UsageError('--logo: a report has its own; leave it out');
  const { client } = await openSession(environment, options);
  const wish = {
    parts,
    expires_in_days: days,
    ...(!sender && { names_sender: false }),
    ...(logo && { logo: await pictureOf(logo) }),
  };
  const share = await create(client, id, wish, environment);
  const text = [share.url, `Ends ${localTime(share.expires_at)}. It is not shown again.`];
  return print(environment, options, { json: share, text });
}

/** Throws UsageError if parts are named for a report, which can only be shared whole. */
function partsOf(id: string, { parts: names }: CreateShareOptions): Part[] {
  if (isReport(id)) {
    if (names) throw new UsageError('--parts: a report is shared whole; leave it out');
    return [];
  }

  if (!names) throw new UsageError(`--parts: say what the link shows: ${partNames.join(', ')}`);
  return names.map((name) => {
    const part = partNames.find((partName) => partName === name);
    if (!part) throw new UsageError(`--parts: ${name} is none of ${partNames.join(', ')}`);
    return part;
  });
}

const create = (
  { shares }: Client,
  id: string,
  { parts, logo, ...wish }: NewShare,
  { signal }: Environment,
): PromiseLike<ShareCreated> =>
  isReport(id)
    ? shares.createForReport(id, wish, { signal })
    : shares.create(id, { parts, ...(logo && { logo }), ...wish }, { signal });

export async function listShares(
  id: string | undefined,
  options: PageOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const filter = { limit: pageSize(options) };
  const requestOptions = { signal: environment.signal };
  const { shares: calls } = client;
  const pages = () => {
    if (id === undefined) return calls.list(filter, requestOptions);
    return isReport(id)
      ? calls.listOfReport(id, filter, requestOptions)
      : calls.listOfJob(id, filter, requestOptions);
  };
  const shares = await take(pages(), options);
  const rows = shares.map((share) => [
    share.share_id,
    share.title ?? share.job_id ?? share.report_id ?? '',
    share.report_id === null ? share.parts.join(', ') : 'report',
    localTime(share.expires_at),
    String(share.opened),
    share.last_opened_at === null ? '' : localTime(share.last_opened_at),
  ]);
  const head = ['Share', 'Title', 'Shows', 'Ends', 'Opened', 'Last opened'];

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
