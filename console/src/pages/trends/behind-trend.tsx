/** The videos behind a number of a trend, each with the way to its moment. */
import type { TrendVideo } from '@reelsight/contract';
import { periodText } from '@reelsight/contract/period-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { clientOf } from '../../api/client.ts';
import { jobAddress } from '../../app/addresses.ts';
import { counted } from '../../format/quantity.ts';
import { lengthText, timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { type OpenNumber, type TrendView, titleOf, videosQueryOf } from './trend-choice.ts';
import { dayText } from './trend-periods.ts';
import styles from './trends.module.css';

interface BehindTrendProps {
  readonly workspace: string;
  readonly view: TrendView;
  readonly opened: OpenNumber;
  readonly onClose: () => void;
}

export function BehindTrend({ workspace, view, opened, onClose }: BehindTrendProps) {
  const query = videosQueryOf(view, opened);
  const head = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['trend-videos', workspace, query],
      queryFn: ({ pageParam, signal }) =>
        clientOf(workspace).trends.videos(query, { signal }).page(pageParam),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    },
  );
  const videos = data?.pages.flatMap(({ items }) => items);
  const title = `${titleOf(opened, view.group)}, ${periodText(opened.since, opened.until)}`;

  // The panel may open below the window, so it is scrolled into view and read out.
  useEffect(() => {
    if (title) head.current?.focus();
  }, [title]);

  return (
    <section className={styles.behind} aria-label={`Videos behind ${title}`}>
      <Row>
        <h3 ref={head} tabIndex={-1} dir="auto">
          {title}
        </h3>
        <Button small weight="quiet" onClick={onClose}>
          Close
        </Button>
      </Row>
      {error && (
        <Failure
          error={error}
          what="The videos could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {!videos && !error && <Skeleton lines={3} />}
      {videos?.length === 0 && <p>In no video of these days.</p>}
      <ul className={styles.videos}>
        {videos?.map((video) => (
          <Video key={video.job_id} video={video} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage && 'Reading …'} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Video({ video }: { readonly video: TrendVideo }) {
  const seconds = video.moment ?? undefined;
  const day = dayText(video.dated_at.slice(0, 10));
  const facts = [
    video.channel,
    video.published ? `published ${day}` : `analysed ${day}`,
    `${lengthText(video.seen_seconds)} on screen`,
    video.mentions > 0 && `said ${counted(video.mentions, 'time')}`,
    video.paid && 'named as paying',
    video.corrected_at && `corrected ${dayText(video.corrected_at.slice(0, 10))}`,
  ].filter(Boolean);

  return (
    <li>
      <Link href={jobAddress(video.job_id, seconds)} dir="auto">
        {video.title ?? video.job_id}
        {seconds !== undefined && ` at ${timeText(seconds)}`}
      </Link>
      <span className={styles.soft}>{facts.join(' · ')}</span>
    </li>
  );
}
