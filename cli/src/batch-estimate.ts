/** Shows what a batch would cost, before anything is sent. */
import type { Client, NewBatch, NewJob } from '@reelsight/sdk';
import { assumedSeconds } from './analyze.ts';
import type { LocalFile } from './local-file.ts';
import { print, type ReadOptions } from './output.ts';
import type { Environment, Session } from './session.ts';
import { clockTime, plural, table } from './words.ts';

interface Asked {
  readonly ofLinks: NewBatch;
  readonly ofFile: NewJob;
}

interface Sources {
  readonly links: readonly string[];
  readonly files: readonly LocalFile[];
}

interface Priced {
  readonly video: string;
  readonly duration_seconds: number | null;
  readonly credits_estimated: number;
}

/** Links are priced as a batch; files are priced by their length, without being sent. */
export async function showBatchEstimate(
  sources: Sources,
  requests: Asked,
  options: ReadOptions,
  { session, environment }: { readonly session: Session; readonly environment: Environment },
): Promise<number> {
  const { client } = session;
  const { signal } = environment;
  const videos = await pricesOf(sources, requests, client, signal);
  const total = videos.reduce((sum, video) => sum + video.credits_estimated, 0);
  const { balance } = (await client.account({ signal })).credits;
  const rows = videos.map(({ video, duration_seconds: seconds, credits_estimated: credits }) => [
    ...[video, seconds === null ? 'unknown' : clockTime(seconds), String(credits)],
  ]);
  const unknown = videos.some((video) => video.duration_seconds === null);

  return print(environment, options, {
    json: {
      total_credits_estimated: total,
      balance,
      would_exceed_balance: total > balance,
      videos,
    },
    text: [
      `about ${plural(total, 'credit')} (balance ${balance.toLocaleString('en')})`,
      ...(unknown ? ['Where the length is unknown, the estimate assumes one.'] : []),
      ...['', ...table(['Video', 'Length', 'Credits'], rows)],
    ],
  });
}

async function pricesOf(
  { links, files }: Sources,
  { ofLinks, ofFile }: Asked,
  client: Client,
  signal: AbortSignal,
): Promise<Priced[]> {
  const { jobs } = links.length ? await client.batches.estimate(ofLinks, { signal }) : { jobs: [] };
  const priced: Priced[] = jobs.map(({ duration_seconds, credits_estimated }, index) => ({
    video: links[index] ?? '',
    duration_seconds,
    credits_estimated,
  }));

  for (const { path, seconds } of files) {
    const job = { ...ofFile, duration_seconds: seconds ?? assumedSeconds };
    const { credits_estimated } = await client.jobs.estimate(job, { signal });
    priced.push({ video: path, duration_seconds: seconds, credits_estimated });
  }

  return priced;
}
