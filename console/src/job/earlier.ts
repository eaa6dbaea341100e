/**
 * For a video that was analysed again: results that the new analysis lacks are taken from earlier analyses of the same
 * video.
 */
import type { JobRowView } from '@reelsight/contract';
import type { Job, Results } from '@reelsight/sdk';
import { useQuery } from '@tanstack/react-query';
import { workspaceCall } from '../api/client.ts';
import { consoleCall } from '../api/console-call.ts';
import { useWorkspaceId } from '../api/session.ts';

/** Maximum number of earlier analyses to load; each analysis names the one it was made from. */
const mostEarlier = 5;

/** An earlier analysis of the same video, with its results. */
export interface Earlier {
  readonly row: JobRowView;
  readonly results: Results;
}

const noJobs: readonly Earlier[] = [];

/**
 * The chain of analyses that this one was made from, the latest first. The list ends where an analysis has been
 * deleted.
 */
export function useEarlier({ from_job: from, status }: JobRowView): readonly Earlier[] {
  const workspace = useWorkspaceId();
  const { data } = useQuery({
    queryKey: ['earlier', workspace, from],
    enabled: from !== null && status === 'completed',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const jobs: Earlier[] = [];
      for (let id = from; id && jobs.length < mostEarlier; ) {
        const row = await consoleCall('getJobRow', { params: { workspace, id }, signal }).catch(
          () => null,
        );
        if (row?.status !== 'completed') break;

        const job = (await workspaceCall(workspace, 'getJob', {
          params: { id },
          query: { results: 'without_frames', corrected: 'true' },
          signal,
        })) as Job;
        if (job.results) jobs.push({ row, results: job.results });
        id = row.from_job;
      }

      return jobs;
    },
  });
  return data ?? noJobs;
}

type Shown = 'brands' | 'objects' | 'transcription';

/** The analysis whose brands, objects or transcript a page shows: its own, or the latest earlier one that has them. */
export function holderOfPart(
  row: JobRowView,
  earlier: readonly Earlier[],
  part: Shown,
): JobRowView | undefined {
  if (row.capabilities.includes(part)) return row;
  return earlier.find(({ results }) => results[part] !== undefined)?.row;
}

export type Borrowed = 'brand' | 'object';

interface Joined {
  readonly results: Results;
  /** Kinds of things that were taken from another analysis. */
  readonly borrowed: readonly Borrowed[];
}

/**
 * This analysis's own results take precedence; missing results come from the latest analysis that has them. If a
 * question was asked more than once, only its latest answer is kept.
 */
export function joinedWith(ownResults: Results, earlier: readonly Results[]): Joined {
  if (earlier.length === 0) return { results: ownResults, borrowed: [] };

  const latest = <Key extends keyof Results>(key: Key): Pick<Results, Key> | undefined => {
    const source = [ownResults, ...earlier].find((results) => results[key] !== undefined);
    return source && ({ [key]: source[key] } as Pick<Results, Key>);
  };
  const answers = [ownResults, ...earlier].flatMap(({ query_results }) => query_results ?? []);
  const queries = new Set<string>();
  const query_results = answers.filter(({ query }) => {
    const isFirst = !queries.has(query);
    queries.add(query);
    return isFirst;
  });

  return {
    results: {
      ...ownResults,
      ...latest('brands'),
      ...latest('objects'),
      ...latest('transcription'),
      ...latest('summary'),
      ...latest('metadata'),
      ...latest('storyboard'),
      ...(query_results.length > 0 && { query_results }),
    },
    borrowed: [
      ...(ownResults.brands ? [] : ['brand' as const]),
      ...(ownResults.objects ? [] : ['object' as const]),
    ],
  };
}
