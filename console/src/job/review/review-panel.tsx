/**
 * The tab for what a person may decide on: texts that may be brands, and unsure appearances of brands. Of each they say
 * that it is right, that it is not, or how it is called, by buttons or by keys.
 */
import type { NewCorrection } from '@reelsight/sdk';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { counted } from '../../format/quantity.ts';
import { useRemembered } from '../../format/remembered.ts';
import { RecountLine } from '../../pages/brands/recount-line.tsx';
import { Button } from '../../ui/button.tsx';
import { Closable } from '../../ui/closable.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { useRoving } from '../../ui/roving.ts';
import { useCorrect } from '../corrections/correct-calls.ts';
import panels from '../panels.module.css';
import { useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';
import styles from './review.module.css';
import { possibleItems, type ReviewItem, unsureItems } from './review-items.ts';
import { TileCrop } from './tile-crop.tsx';

/** Rows shown at once; the next follow as these are decided on. */
const mostRows = 100;

export function ReviewPanel() {
  const { results } = useBench();
  const possible = useMemo(() => possibleItems(results), [results]);
  const unsure = useMemo(() => unsureItems(results), [results]);
  const items = useMemo(() => [...possible, ...unsure], [possible, unsure]);
  const review = useReview(items);
  const [library, setLibrary] = useRemembered('possible-brands:library', true);
  const openPossible = review.open(possible);
  const openUnsure = review.open(unsure);

  return (
    <div className={`${panels.column} ${styles.panel}`}>
      {review.learnedBrands.map((id) => (
        <RecountLine key={id} brandId={id} named />
      ))}
      {review.error && <p role="alert">{messageOf(review.error)}</p>}
      {openPossible.length + openUnsure.length === 0 ? (
        <EmptyState title="Everything is decided on">
          <p>What you added counts; what you dismissed does not.</p>
        </EmptyState>
      ) : (
        <p className={panels.soft}>
          With a row in focus: <kbd>Y</kbd> yes, <kbd>N</kbd> no, <kbd>R</kbd> name it.
        </p>
      )}
      {openPossible.length > 0 && (
        <section aria-labelledby="possible-brands">
          <h2 id="possible-brands" className={panels.barTitle}>
            Possible brands
          </h2>
          <p className={panels.soft}>Read on screen, in no known brand. They count once added.</p>
          <Checkbox
            label="Also for later videos: keep it in the brand library"
            checked={library}
            onChange={({ target }) => setLibrary(target.checked)}
          />
          <ReviewList
            label="Possible brands"
            items={openPossible}
            review={review}
            library={library}
          />
        </section>
      )}
      {openUnsure.length > 0 && (
        <section aria-labelledby="unsure-finds">
          <h2 id="unsure-finds" className={panels.barTitle}>
            Unsure
          </h2>
          <p className={panels.soft}>
            {counted(openUnsure.length, 'appearance')} that the analysis is less than 80 % sure of.
            They count already.
          </p>
          <ReviewList
            label="Unsure appearances"
            items={openUnsure.slice(0, mostRows)}
            review={review}
            library={false}
          />
        </section>
      )}
    </div>
  );
}

type Review = ReturnType<typeof useReview>;

/** A decision hides its row at once and is sent; one that is refused comes back. */
function useReview(items: readonly ReviewItem[]) {
  const { job } = useBench();
  const correct = useCorrect(job.job_id);
  const [sentIds, setSent] = useState<ReadonlySet<string>>(new Set());
  const [renamed, rename] = useState<string | null>(null);
  const [learnedBrands, setLearned] = useState<readonly string[]>([]);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    // What is not listed any more is decided for good; if that is undone later, the row must come back.
    const listedIds = new Set(items.map(({ id }) => id));
    setSent((sent) => new Set([...sent].filter((id) => listedIds.has(id))));
  }, [items]);

  const decide = (id: string, correction: NewCorrection): void => {
    rename(null);
    setError(null);
    setSent((sent) => new Set([...sent, id]));

    correct
      .mutateAsync([correction])
      .then(([created]) => {
        const brand = created?.kind === 'confirm' ? created.library?.brand_id : undefined;
        if (brand) setLearned((brands) => [...new Set([brand, ...brands])]);
      })
      .catch((reason: Error) => {
        setError(reason);
        setSent((sent) => new Set([...sent].filter((sentId) => sentId !== id)));
      });
  };

  return {
    open: (list: readonly ReviewItem[]) => list.filter(({ id }) => !sentIds.has(id)),
    decide,
    renamed,
    rename,
    learnedBrands,
    error,
  };
}

interface ListProps {
  readonly label: string;
  readonly items: readonly ReviewItem[];
  readonly review: Review;
  /** Whether the brand library learns from the decisions. */
  readonly library: boolean;
}

function ReviewList({ label, items, review, library }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const roving = useRoving(list, items.length);
  const focus = useFocusOnNext(list, items);

  const send = (item: ReviewItem, correction: NewCorrection) =>
    review.decide(item.id, { ...correction, ...(library && { library }) });
  const onKeyDown = (event: KeyboardEvent) => {
    roving.onKeyDown(event);
    const item = itemAt(event, items);
    const act = item && actionOf(event, item, { send, rename: review.rename });
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <ol
      ref={list}
      className={styles.list}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        roving.onFocus(event);
        focus.onFocus(event);
      }}
      onBlur={focus.onBlur}
    >
      {items.map((item) => (
        <li key={item.id} className={styles.row}>
          {review.renamed === item.id ? (
            <NameForm
              item={item}
              onName={(name) => send(item, item.named(name))}
              onClose={() => review.rename(null)}
            />
          ) : (
            <Row item={item} send={send} rename={review.rename} />
          )}
        </li>
      ))}
    </ol>
  );
}

/**
 * Moves the focus to the row that takes the place of the one that was decided on. The returned handlers remember in
 * which row the focus is, because the row is gone when that is needed.
 */
function useFocusOnNext(list: RefObject<HTMLOListElement | null>, items: readonly ReviewItem[]) {
  const previousCount = useRef(items.length);
  const index = useRef<number>(undefined);
  useEffect(() => {
    const isShorter = items.length < previousCount.current;
    previousCount.current = items.length;
    if (!isShorter || index.current === undefined || document.activeElement !== document.body)
      return;

    const row = list.current?.children[Math.min(index.current, items.length - 1)];
    row?.querySelector<HTMLElement>('button')?.focus();
  });

  return {
    onFocus({ target }: { readonly target: EventTarget }) {
      const rows = [...(list.current?.children ?? [])];
      index.current = rows.findIndex((row) => target instanceof Node && row.contains(target));
    },
    onBlur({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) {
      // Nothing gets the focus of a row that is removed.
      if (relatedTarget) index.current = undefined;
    },
  };
}

function itemAt({ target }: KeyboardEvent, items: readonly ReviewItem[]): ReviewItem | undefined {
  if (!(target instanceof HTMLElement) || target.closest('input')) return undefined;
  const row = target.closest('li');
  const index = row?.parentElement ? [...row.parentElement.children].indexOf(row) : -1;
  return items[index];
}

interface Acts {
  readonly send: (item: ReviewItem, correction: NewCorrection) => void;
  readonly rename: (id: string) => void;
}

function actionOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  item: ReviewItem,
  { send, rename }: Acts,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  switch (key.toLowerCase()) {
    case 'y':
      return () => send(item, item.yes);
    case 'n':
      return () => send(item, item.no);
    case 'r':
      return () => rename(item.id);
    default:
      return undefined;
  }
}

function Row({ item, send, rename }: Acts & { readonly item: ReviewItem }) {
  const clock = useClock();
  const { id, text, details, second, places, words } = item;

  return (
    <>
      <TileCrop name={text} places={places} />
      <button
        type="button"
        className={styles.text}
        aria-keyshortcuts="Y N R"
        onClick={() => clock.seek(second)}
      >
        <strong dir="auto">{text}</strong>
        <span className={panels.soft} dir="auto">
          {details}
        </span>
      </button>
      <span className={styles.buttons}>
        <Button small aria-label={words.yes.full} onClick={() => send(item, item.yes)}>
          {words.yes.label}
        </Button>
        <Button small weight="quiet" aria-label={words.no.full} onClick={() => send(item, item.no)}>
          {words.no.label}
        </Button>
        <Button small weight="quiet" aria-label={words.rename.full} onClick={() => rename(id)}>
          {words.rename.label}
        </Button>
      </span>
    </>
  );
}

interface NameFormProps {
  readonly item: ReviewItem;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameForm({ item, onName, onClose }: NameFormProps) {
  const [name, setName] = useState(item.suggestion);
  const isComplete = name.trim() !== '';

  return (
    <Closable onClose={onClose}>
      <form
        className={styles.form}
        aria-label={`Name ${item.text}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) onName(name.trim());
        }}
      >
        <TextField
          label={`Brand of “${item.text}”`}
          value={name}
          maxLength={100}
          dir="auto"
          autoFocus
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
        <span className={styles.buttons}>
          <Button small type="submit" weight="primary" disabled={!isComplete}>
            Save
          </Button>
          <Button small onClick={onClose}>
            Cancel
          </Button>
        </span>
      </form>
    </Closable>
  );
}
