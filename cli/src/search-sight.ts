/** `reelsight search --like FILE`, `--like JOB@SECONDS` and `--shows WORDS` */
import { readFile } from 'node:fs/promises';
import type { SightFilter, SightHit, SightLike } from '@reelsight/sdk';
import { readFault, UsageError } from './exit-code.ts';
import { pageSize, print } from './output.ts';
import type { SearchOptions } from './search-options.ts';
import { type Environment, openSession } from './session.ts';
import { timeText } from './words.ts';

/** Options of a search by words that a search by sight has no use for. */
const wordOptions = {
  kind: '--kind',
  speaker: '--speaker',
  speakerName: '--speaker-name',
} as const satisfies Partial<Record<keyof SearchOptions, string>>;

export async function searchBySight(
  options: SearchOptions,
  environment: Environment,
): Promise<number> {
  const isByWords = options.shows !== undefined;
  for (const [name, flag] of Object.entries(wordOptions))
    if (options[name as keyof typeof wordOptions] !== undefined)
      throw new UsageError(
        `${flag} is for what is said or written; leave it out with ${isByWords ? '--shows' : '--like'}.`,
      );

  const { client } = await openSession(environment, options);
  const { brand, object, job, batch, since, until } = options;
  const filter: SightFilter = {
    limit: pageSize(options),
    ...(brand && { brand }),
    ...(object && { object }),
    ...(job && { job_id: job }),
    ...(batch && { batch_id: batch }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const hitPages = client.searchBySight(await likeOf(options), filter, {
    signal: environment.signal,
  });
  const hits: SightHit[] = [];
  let missingJobs = 0;

  for await (const { items, jobsWithoutSight, jobsWithoutWords } of hitPages.pages()) {
    hits.push(...items);
    missingJobs = jobsWithoutWords ?? jobsWithoutSight;
    if (!options.all && hits.length >= options.limit) break;
  }

  if (!options.all) hits.splice(options.limit);
  if (missingJobs > 0)
    environment.stderr.write(
      `Not searched: ${missingJobs} jobs that looked at no pictures${isByWords ? ', or were analysed without the model for words' : ''}.\n`,
    );

  return print(environment, options, { json: hits, text: linesOf(hits) });
}

/** Throws UsageError if it is neither a moment nor a file that can be read. */
async function likeOf({ like = '', shows }: SearchOptions): Promise<SightLike> {
  if (shows !== undefined) return { words: shows };

  const [, job_id, seconds] = /^(job_[0-9a-z]+)@(\d+(?:\.\d+)?)$/.exec(like) ?? [];
  if (job_id !== undefined) return { job_id, timestamp: Number(seconds) };

  return readFile(like).catch((error: NodeJS.ErrnoException) => {
    if (/^job_[0-9a-z]+(@|$)/.test(like))
      throw new UsageError(`${like} names no moment: give JOB@SECONDS, such as job_…@12.5.`);
    throw new UsageError(readFault(like, error));
  });
}

/** One line for each stretch, with how much it is alike. */
function linesOf(hits: readonly SightHit[]): string[] {
  if (hits.length === 0) return ['Nothing found.'];
  return hits.map(
    ({ likeness, start, title, job_id }) =>
      `${likeness.toFixed(2)}  ${timeText(start).padStart(8)}  ${title ?? 'Without a title'}  ${job_id}`,
  );
}
