/** `/trends`: what brands, channels, platforms and Follows come to by day, week or month. */
import type { Trends } from '@reelsight/contract';
import { periodText } from '@reelsight/contract/period-text';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { clientOf } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { colourOfSlot, useBrandColour } from '../../format/brand-colours.ts';
import { saveFile } from '../../format/csv.ts';
import { counted } from '../../format/quantity.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import { BehindTrend } from './behind-trend.tsx';
import { type OpenSeries, SmallMultiples } from './small-multiples.tsx';
import { TrendChart } from './trend-chart.tsx';
import {
  type ChoiceName,
  type OpenNumber,
  type TrendView,
  trendsQueryOf,
  viewOf,
  withChoice,
} from './trend-choice.ts';
import { TrendFilters } from './trend-filters.tsx';
import { measureOf } from './trend-measures.ts';
import { fromFirstVideo } from './trend-periods.ts';
import { TrendTable } from './trend-table.tsx';

const everything = 'all';

export function TrendsPage() {
  const workspace = useWorkspaceId();
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const query = trendsQueryOf(view, measureOf(search.get('measure')).orderBy);
  const set = (name: ChoiceName, value: string) =>
    setSearch((previous) => withChoice(previous, name, value), { replace: true });
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ['trends', workspace, query],
    queryFn: ({ signal }) => clientOf(workspace).trends.read(query, { signal }),
    placeholderData: keepPreviousData,
  });
  // The last choice is shown until the next one is read. Without media values, it would show each as $0.00.
  const answer = isPlaceholderData && query.audience !== undefined ? undefined : data;
  const trends = answer && (view.since === '' ? fromFirstVideo(answer) : answer);
  const download = useMutation({
    // The file begins where the page does: before the first video, every brand would have rows of zeros.
    mutationFn: () =>
      clientOf(workspace).trends.csv({ ...query, ...(trends && { since: trends.since }) }),
    onSuccess: ({ blob }) => saveFile('trends.csv', blob, blob.type),
  });

  return (
    <Stack>
      <PageHead
        title="Brands over time"
        lead={trends && leadOf(trends)}
        actions={
          <>
            <ButtonLink href="/campaigns">Campaigns and brand sets</ButtonLink>
            <Button busy={download.isPending && 'Reading …'} onClick={() => download.mutate()}>
              Download CSV
            </Button>
          </>
        }
      />
      <TrendFilters
        workspace={workspace}
        view={view}
        measure={measureOf(search.get('measure'))}
        onChange={set}
      />
      {error && (
        <Failure
          error={error}
          what="The trends could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {download.error && <Failure error={download.error} what="The file could not be read." />}
      {!trends && !error && <Skeleton lines={8} />}
      {trends && <Content trends={trends} view={view} workspace={workspace} />}
    </Stack>
  );
}

function leadOf(trends: Trends): string {
  const { since, until, videos, videos_undated: undated, incomplete: isIncomplete } = trends;
  const days = periodText(since, until);
  if (videos === 0) return `No video from ${days} was analysed for brands.`;

  const note =
    undated > 0
      ? `; ${undated === videos ? 'all' : undated} on the day of the analysis, as nothing says when ${undated === 1 ? 'it was' : 'they were'} published`
      : '';
  const lacking = isIncomplete
    ? ' Earlier videos are still being counted after an update or a restore, so the numbers may be too small.'
    : '';
  const way = videos > 0 ? ' Each number opens the videos behind it.' : '';
  return `${counted(videos, 'video')}, ${days}${note}.${way}${lacking}`;
}

interface ContentProps {
  readonly trends: Trends;
  readonly view: TrendView;
  readonly workspace: string;
}

function Content({ trends, view, workspace }: ContentProps) {
  const [search, setSearch] = useSearchParams();
  const brandColour = useBrandColour();
  const colourOf = view.group === 'brand' ? brandColour : colourByPlace(trends);
  const measure = measureOf(search.get('measure'));
  const opened = openedIn(trends, search);
  const open = (series: string | null, period: string) =>
    setSearch(
      (previous) => {
        const params = new URLSearchParams(previous);
        params.delete('series');
        params.delete('period');

        if (series !== null) {
          params.set('series', series);
          params.set('period', period);
        }

        return params;
      },
      { replace: true },
    );
  const openSeries: OpenSeries = ({ id, name }, index) =>
    open(id ?? name ?? '', index === null ? everything : (trends.periods[index]?.start ?? ''));

  if (trends.series.length === 0) return <NoTrends trends={trends} />;

  return (
    <>
      <CorrectedNotice corrected={trends.corrected} by={trends.by} />
      <Section title={`${measure.title} by ${trends.by}`}>
        <TrendChart trends={trends} measure={measure} colourOf={colourOf} />
      </Section>
      <Section
        title="One by one"
        lead={`All on the same scale${beforeText(trends)}${gapText(trends)}${leftOutText(trends)}${notValuedText(trends)}`}
      >
        <SmallMultiples trends={trends} measure={measure} colourOf={colourOf} onOpen={openSeries} />
      </Section>
      {opened && (
        <BehindTrend
          workspace={workspace}
          view={view}
          opened={opened}
          onClose={() => open(null, '')}
        />
      )}
      <Disclosure summary="As a table" open={view.group !== 'brand'}>
        <TrendTable trends={trends} measure={measure} onOpen={openSeries} />
      </Disclosure>
    </>
  );
}

/** Only brands have colours of their own; other series have one by their place in the answer. */
function colourByPlace({ series }: Trends): (name: string) => string {
  const places = new Map(series.map(({ name }, place) => [name ?? '', place]));
  return (name) => colourOfSlot(places.get(name));
}

const periodWords = {
  day: ['its day', 'their days'],
  week: ['its week', 'their weeks'],
  month: ['its month', 'their months'],
} as const;

/** Says that earlier reports have other numbers, because videos were corrected or recounted after their period. */
function CorrectedNotice({ corrected, by }: Pick<Trends, 'corrected' | 'by'>) {
  if (!corrected) return null;
  const { videos, corrections, recounts, last_at: lastAt } = corrected;
  const [ofOne, ofMany] = periodWords[by];
  const changes = [
    ...(corrections > 0 ? [counted(corrections, 'correction')] : []),
    ...(recounts > 0 ? [counted(recounts, 'recount')] : []),
  ].join(' and ');

  return (
    <Notice kind="warning" title={`${counted(videos, 'video')} changed afterwards`}>
      Corrected or recounted after {videos === 1 ? ofOne : ofMany} had ended ({changes}, the last{' '}
      <Moment at={lastAt} />
      ). The numbers here are those of now; reports made before have others.
    </Notice>
  );
}

const beforeText = ({ previous_videos: videos }: Trends): string =>
  videos > 0
    ? ', beside the same number of days before.'
    : '. There is no video in the same number of days before to compare with.';

const gapText = ({ periods, by }: Trends): string =>
  periods.some(({ videos }) => videos === 0) ? ` Gaps are ${by}s without a video.` : '';

const leftOutText = ({ left_out: { series } }: Trends): string =>
  series > 0
    ? ` ${counted(series, 'other')} with fewer equivalent seconds ${series === 1 ? 'is' : 'are'} not shown.`
    : '';

/** Says that media values leave videos out; empty if they do not. */
function notValuedText({ series }: Trends): string {
  const isLacking = series.some(({ total }) => (total.videos_not_valued ?? 0) > 0);
  return isLacking
    ? ' Videos whose views or price are not known add nothing: prices are under Settings, views on the page of a video.'
    : '';
}

/** The number that the address opens, if it is one of these. */
function openedIn(trends: Trends, search: URLSearchParams): OpenNumber | undefined {
  const key = search.get('series');
  const series = trends.series.find(({ id, name }) => (id ?? name ?? '') === key);
  if (key === null || !series) return undefined;

  const { name, id } = series;
  const start = search.get('period');
  if (start === everything) return { name, id, since: trends.since, until: trends.until };

  const period = trends.periods.find((candidate) => candidate.start === start);
  return period && { name, id, since: period.start, until: period.end };
}

function NoTrends({ trends }: { readonly trends: Trends }) {
  return trends.videos > 0 ? (
    <EmptyState title="No brand in these videos">
      <p>
        {counted(trends.videos, 'video')} looked for brands and found none. Add names and pictures
        of logos to the brand library, or choose other days.
      </p>
    </EmptyState>
  ) : (
    <EmptyState
      title="No video in these days"
      sample
      action={<ButtonLink href="/analyse">Analyse a video</ButtonLink>}
    >
      <p>
        Videos that were analysed for brands count on the day on which they were published, uploads
        on the day of their analysis. Choose other days, or analyse a video.
      </p>
    </EmptyState>
  );
}
