/**
 * Searches all videos while the user types. Results are grouped by video, and arrow keys move through them. Instead of
 * words, there may be a picture or a moment that results look like.
 */
import type { SearchHit } from '@reelsight/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { clientOf } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { jobAddress } from '../../app/addresses.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/notice.tsx';
import { Alike, type Like } from './alike.tsx';
import { LikeBar } from './like-bar.tsx';
import { LikeButtons, likeOfPicture } from './like-buttons.tsx';
import styles from './search.module.css';
import { optionId, SearchResults } from './search-results.tsx';

interface DialogProps {
  readonly words: string;
  onWords(words: string): void;
  onClose(): void;
}

type Kind = SearchHit['kind'] | '';

/** How long the user has to stop typing before the search starts, in milliseconds. */
const pauseMs = 150;
const longestWords = 200;
const pageSize = 40;

const kinds: readonly (readonly [Kind, string])[] = [
  ['', 'Everything'],
  ['speech', 'Speech'],
  ['text', 'Text on screen'],
  ['brand', 'Brands'],
  ['object', 'Objects'],
  ['title', 'Titles'],
  ['answer', 'Answers'],
];

export function SearchDialog({ words, onWords, onClose }: DialogProps) {
  const [kind, setKind] = useState<Kind>('');
  const [like, setLike] = useState<Like | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [, go] = useLocation();
  const search = useFound(words, kind);
  const goTo = (job: string, seconds: number | undefined) => {
    onClose();
    go(jobAddress(job, seconds));
  };
  const open = (hit: SearchHit | undefined) =>
    hit && goTo(hit.job_id, hit.kind === 'title' ? undefined : hit.start);
  const { active, onKeyDown } = useActive(`${kind} ${words}`, search.hits, open);
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search videos"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
      onPaste={(event) => pastedPicture(event, setLike)}
      // The keys of the page below, such as Escape on that of a video, are not for what is pressed in here.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {like ? (
        <>
          <LikeBar like={like} onWords={() => setLike(null)} />
          <Alike like={like} onOpen={({ job_id, timestamp }) => goTo(job_id, timestamp)} />
        </>
      ) : (
        <>
          <div className={styles.bar}>
            <Field
              words={words}
              onWords={onWords}
              onKeyDown={onKeyDown}
              active={search.hits.length > 0 ? optionId(active) : undefined}
            />
            <KindSelect kind={kind} onKind={setKind} />
          </div>
          <LikeButtons words={words} onLike={setLike} />
          <Outcome {...search} active={active} onOpen={open} />
        </>
      )}
    </dialog>
  );
}

/** Searches with a picture that is pasted; text is pasted into the field as ever. */
function pastedPicture(event: ClipboardEvent, onLike: (like: Like) => void): void {
  const picture = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
  if (!picture) return;
  event.preventDefault();
  void likeOfPicture(picture).then(onLike);
}

/** The result that Enter opens; the arrow keys move to the next or previous one. */
function useActive(
  search: string,
  hits: readonly SearchHit[],
  open: (hit: SearchHit | undefined) => void,
) {
  const [active, setActive] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at its first result.
  useEffect(() => setActive(0), [search]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Ignore keys while an input method is composing characters.
    if (event.nativeEvent.isComposing) return;

    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();

    if (event.key === 'Enter') open(hits[active]);
    else if (step && hits.length > 0)
      setActive((previous) => (previous + step + hits.length) % hits.length);
  };

  return { active, onKeyDown };
}

interface FieldProps {
  readonly words: string;
  /** Id of the result that Enter opens. */
  readonly active: string | undefined;
  onWords(words: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

function Field({ words, active, onWords, onKeyDown }: FieldProps) {
  return (
    <input
      type="text"
      enterKeyHint="go"
      role="combobox"
      aria-label="Search videos"
      aria-expanded={active !== undefined}
      aria-controls="search-results"
      aria-autocomplete="list"
      aria-activedescendant={active}
      placeholder="Said, shown or seen in any video"
      maxLength={longestWords}
      autoComplete="off"
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: people open the dialog to type.
      autoFocus
      value={words}
      onChange={({ target }) => onWords(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function KindSelect({ kind, onKind }: { readonly kind: Kind; onKind(kind: Kind): void }) {
  return (
    <select
      aria-label="Search in"
      value={kind}
      onChange={({ target }) => onKind(target.value as Kind)}
    >
      {kinds.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface Found {
  readonly hits: readonly SearchHit[];
  readonly state: 'empty' | 'searching' | 'found';
  readonly error: Error | null;
  readonly more: (() => void) | null;
  /** True if a model for search by meaning is set up, but does not answer. */
  readonly meaningOut: boolean;
  again(): void;
}

function useFound(words: string, kind: Kind): Found {
  const workspace = useWorkspaceId();
  const settled = useSettled(words.trim());
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['search', workspace, settled, kind],
    // The signal aborts the call when the search changes.
    queryFn: ({ signal, pageParam }) => {
      const filter = { limit: pageSize, ...(kind && { kinds: [kind] }) };
      return clientOf(workspace).search(settled, filter, { signal }).page(pageParam);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const hits = settled === '' ? [] : (data?.pages.flatMap(({ items }) => items) ?? []);
  const busy = isFetching || settled !== words.trim();

  return {
    hits: byVideo(hits),
    error,
    again: () => void refetch(),
    meaningOut: data?.pages.at(-1)?.meaningOut ?? false,
    state: words.trim() === '' ? 'empty' : busy ? 'searching' : 'found',
    more: hasNextPage && !busy ? () => void fetchNextPage() : null,
  };
}

/** Groups the results by video; the videos are in the order of their best results. */
const byVideo = (hits: readonly SearchHit[]): SearchHit[] =>
  [...Map.groupBy(hits, ({ job_id }) => job_id).values()].flat();

/** The last value that has not changed for the length of the pause. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface OutcomeProps extends Found {
  readonly active: number;
  onOpen(hit: SearchHit): void;
}

function Outcome({
  hits,
  state,
  error,
  more: loadMore,
  meaningOut,
  again: retry,
  active,
  onOpen,
}: OutcomeProps) {
  const videos = new Set(hits.map(({ job_id }) => job_id)).size;
  const words = {
    empty: 'All words must occur. "In quotes": as a phrase. -word: without it.',
    searching: 'Searching…',
    found:
      hits.length === 0
        ? 'Nothing found. Fewer words, or another spelling, may help.'
        : `${counted(hits.length, 'moment')}${loadMore ? ' and more' : ''} in ${counted(videos, 'video')}`,
  };
  return (
    <>
      {error && <Failure error={error} what="The search failed." onRetry={retry} />}
      <SearchResults hits={hits} active={active} onOpen={onOpen} />
      <div className={styles.foot}>
        <p role="status">
          {words[state]}
          {state === 'found' &&
            meaningOut &&
            ' (by words only: the embedding model does not answer)'}
        </p>
        {loadMore && (
          <Button small onClick={loadMore}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}
