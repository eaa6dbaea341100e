/** `reelsight search WORDS…` */
import type { SearchFilter, SearchHit } from '@reelsight/sdk';
import { type PageOptions, pageSize, print, take } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { clockTime } from './words.ts';

export const searchKinds = [
  'speech',
  'text',
  'brand',
  'object',
  'title',
  'answer',
] as const satisfies readonly SearchHit['kind'][];

export interface SearchOptions extends PageOptions {
  readonly kind?: readonly string[];
  readonly brand?: string;
  readonly object?: string;
  readonly speaker?: number;
  readonly job?: string;
  readonly batch?: string;
  readonly since?: string;
  readonly until?: string;
}

export async function search(
  words: readonly string[],
  options: SearchOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { kind, brand, object, speaker, job, batch, since, until } = options;
  const filter: SearchFilter = {
    limit: pageSize(options),
    ...(kind && { kinds: kind as SearchHit['kind'][] }),
    ...(brand && { brand }),
    ...(object && { object }),
    ...(speaker && { speaker }),
    ...(job && { job_id: job }),
    ...(batch && { batch_id: batch }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const found = client.search(words.join(' '), filter, { signal: environment.signal });
  const hits = await take(found, options);
  return print(environment, options, { json: hits, text: linesOf(hits) });
}

/** Passages below the title of their video, in the order of their best. */
function linesOf(hits: readonly SearchHit[]): string[] {
  if (hits.length === 0) return ['Nothing found.'];
  const videos = Map.groupBy(hits, ({ job_id }) => job_id);
  return [...videos.values()].flatMap((own, at) => {
    const [first] = own as [SearchHit];
    return [
      ...(at > 0 ? [''] : []),
      `${first.title ?? 'Without a title'}  ${first.job_id}`,
      ...own.map(
        (hit) =>
          `${clockTime(hit.start).padStart(8)}  ${hit.kind.padEnd(6)}  ${marked(hit)}${byMeaning(hit)}`,
      ),
    ];
  });
}

const byMeaning = ({ by }: SearchHit): string => (by === 'meaning' ? '  (by meaning)' : '');

/** On one line, each match between asterisks. */
function marked({ text, matches }: SearchHit): string {
  const characters = [...text];
  let [line, at] = ['', 0];
  for (const [from = 0, to = 0] of matches) {
    line += `${characters.slice(at, from).join('')}*${characters.slice(from, to).join('')}*`;
    at = to;
  }
  return (line + characters.slice(at).join('')).replaceAll(/\s+/g, ' ');
}
