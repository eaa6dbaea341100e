/** `reelsight search [WORDS…]` */
import type { SearchFilter, SearchHit } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { pageSize, print } from './output.ts';
import type { SearchOptions } from './search-options.ts';
import { searchBySight } from './search-sight.ts';
import { type Environment, openSession } from './session.ts';
import { timeText } from './words.ts';

export const searchKinds = [
  'speech',
  'text',
  'brand',
  'object',
  'title',
  'answer',
] as const satisfies readonly SearchHit['kind'][];

export async function search(
  words: readonly string[],
  options: SearchOptions,
  environment: Environment,
): Promise<number> {
  if (options.like !== undefined || options.shows !== undefined) {
    if (words.length > 0 || (options.like !== undefined && options.shows !== undefined))
      throw new UsageError('Give words, --like or --shows, one of them.');
    return searchBySight(options, environment);
  }

  if (words.length === 0) throw new UsageError('Give words to search for, --like or --shows.');
  const { client } = await openSession(environment, options);
  const { kind, brand, object, speaker, speakerName, job, batch, since, until } = options;
  const filter: SearchFilter = {
    limit: pageSize(options),
    ...(kind && { kinds: kind as SearchHit['kind'][] }),
    ...(brand && { brand }),
    ...(object && { object }),
    ...(speaker && { speaker }),
    ...(speakerName && { speaker_name: speakerName }),
    ...(job && { job_id: job }),
    ...(batch && { batch_id: batch }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const hitPages = client.search(words.join(' '), filter, { signal: environment.signal });
  const hits: SearchHit[] = [];
  let isMeaningOut = false;

  for await (const { items, meaningOut } of hitPages.pages()) {
    hits.push(...items);
    isMeaningOut = meaningOut;
    if (!options.all && hits.length >= options.limit) break;
  }

  if (!options.all) hits.splice(options.limit);
  if (isMeaningOut)
    environment.stderr.write('Found by words only: the embedding model does not answer.\n');

  return print(environment, options, { json: hits, text: linesOf(hits) });
}

/** Lists passages below the title of their video; videos are ordered by their best passage. */
function linesOf(hits: readonly SearchHit[]): string[] {
  if (hits.length === 0) return ['Nothing found.'];

  const videos = new Map<string, SearchHit[]>();
  for (const hit of hits) videos.set(hit.job_id, [...(videos.get(hit.job_id) ?? []), hit]);

  return [...videos.values()].flatMap((video, index) => {
    const [first] = video as [SearchHit];
    return [
      ...(index > 0 ? [''] : []),
      `${first.title ?? 'Without a title'}  ${first.job_id}`,
      ...video.map(
        (hit) =>
          `${(hit.kind === 'title' ? '' : timeText(hit.start)).padStart(8)}  ${hit.kind.padEnd(6)}  ${marked(hit)}${byMeaning(hit)}`,
      ),
    ];
  });
}

const byMeaning = ({ by }: SearchHit): string => (by === 'meaning' ? '  (by meaning)' : '');

/** The text of a hit on one line, with each match between asterisks. */
function marked({ text, matches }: SearchHit): string {
  const characters = [...text];
  let line = '';
  let position = 0;

  for (const [from = 0, to = 0] of matches) {
    line += `${characters.slice(position, from).join('')}*${characters.slice(from, to).join('')}*`;
    position = to;
  }

  return (line + characters.slice(position).join('')).replaceAll(/\s+/g, ' ');
}
