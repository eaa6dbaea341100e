/** What looks like a picture or a moment, or shows what words say: the calls, and their results, the most alike first. */
import type { SightHit, SightLike, SightMoment } from '@reelsight/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { clientOf, smallFramePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/notice.tsx';
import alikeStyles from './alike.module.css';
import styles from './search.module.css';

/** What to look for. `address` is that of the picture for the preview. */
export type Like =
  | { readonly kind: 'picture'; readonly picture: Blob; readonly address: string }
  | { readonly kind: 'moment'; readonly moment: SightMoment }
  | { readonly kind: 'words'; readonly words: string };

const pageSize = 40;
const optionId = (index: number): string => `alike-result-${index}`;

interface AlikeProps {
  readonly like: Like;
  onOpen(hit: SightHit): void;
}

export function Alike({ like, onOpen }: AlikeProps) {
  const workspace = useWorkspaceId();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['alike', workspace, like],
    queryFn: ({ signal, pageParam }) =>
      clientOf(workspace)
        .searchBySight(soughtOf(like), { limit: pageSize }, { signal })
        .page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    retry: false,
  });
  const hits = data?.pages.flatMap(({ items }) => items) ?? [];
  const last = data?.pages.at(-1);
  const isByWords = like.kind === 'words';
  const notSearched = last ? (last.jobsWithoutWords ?? last.jobsWithoutSight) : 0;

  return (
    <>
      {error && <Failure error={error} what="The search failed." onRetry={() => void refetch()} />}
      <AlikeResults hits={hits} isByWords={isByWords} onOpen={onOpen} />
      <div className={styles.foot}>
        <p role="status">
          {isFetching
            ? 'Searching…'
            : last && outcomeText(hits.length, { ...last, hasMore: hasNextPage, isByWords })}
          {!isFetching &&
            notSearched > 0 &&
            ` Not searched: ${counted(notSearched, 'video')} ${isByWords ? 'that were analysed without the model for it' : 'whose pictures nobody looked at'}.`}
        </p>
        {hasNextPage && !isFetching && (
          <Button small onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}

function soughtOf(like: Like): SightLike {
  if (like.kind === 'words') return { words: like.words };
  return like.kind === 'picture' ? like.picture : like.moment;
}

interface Outcome {
  readonly compared: number;
  readonly hasMore: boolean;
  readonly isByWords: boolean;
}

function outcomeText(count: number, { compared, hasMore, isByWords }: Outcome): string {
  if (compared === 0) return 'Nothing is known yet of what your videos look like.';
  if (count === 0) return `Nothing looks like it, of ${counted(compared, 'shot')}.`;

  const order = isByWords
    ? 'the likeliest first; the last may not show it'
    : 'the most alike first';
  return `${counted(count, 'moment')}${hasMore ? ' and more' : ''}, ${order}.`;
}

interface ResultsProps {
  readonly hits: readonly SightHit[];
  readonly isByWords: boolean;
  onOpen(hit: SightHit): void;
}

function AlikeResults({ hits, isByWords, onOpen }: ResultsProps) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const isThere = hits.length > 0;
  // The keyboard goes through the results as soon as there are some.
  useEffect(() => {
    if (isThere) list.current?.focus();
  }, [isThere]);
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (!isThere) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();

    const hit = hits[active];
    if (event.key === 'Enter') hit && onOpen(hit);
    else if (step) setActive((previous) => (previous + step + hits.length) % hits.length);
  };

  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Results"
      aria-activedescendant={optionId(active)}
      tabIndex={0}
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      {hits.map((hit, index) => (
        <AlikeOption
          key={`${hit.job_id} ${hit.start}`}
          hit={hit}
          index={index}
          active={index === active}
          isByWords={isByWords}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly hit: SightHit;
  readonly index: number;
  readonly active: boolean;
  readonly isByWords: boolean;
  onOpen(hit: SightHit): void;
}

function AlikeOption({ hit, index, active, isByWords, onOpen }: OptionProps) {
  const workspace = useWorkspaceId();
  const { thumbnail_url: picture, title, start, end, likeness } = hit;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keyboard.
    // biome-ignore lint/a11y/useFocusableInteractive: the list refers to the active option.
    <div
      id={optionId(index)}
      role="option"
      aria-selected={active}
      className={`${styles.option} ${alikeStyles.alike}`}
      onClick={() => onOpen(hit)}
    >
      {picture?.startsWith('/v1/frames/') ? (
        <img src={smallFramePath(workspace, picture, { width: 160 })} alt="" loading="lazy" />
      ) : (
        <span />
      )}
      <span className={styles.text}>
        {title ?? 'Without a title'}{' '}
        <span className={alikeStyles.span}>
          {timeText(start)} to {timeText(end)}
        </span>
      </span>
      {/* How much a picture is like words has another scale with every model, so that it says nothing to people. */}
      {!isByWords && <span className={styles.kind}>{Math.round(likeness * 100)} % alike</span>}
    </div>
  );
}
