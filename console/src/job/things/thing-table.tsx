/** Brands or objects as a table of numbers and shares; each row opens the appearances behind its numbers. */
import { percentText } from '@reelsight/contract/percent-text';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { counted, number, percent, times } from '../../format/quantity.ts';
import { useRemembered } from '../../format/remembered.ts';
import { lengthText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { useRoving } from '../../ui/roving.ts';
import { reasonForMoreOf } from '../at-least.ts';
import { useJobAddress } from '../job-address.ts';
import { useBench } from '../workbench.ts';
import { AddMissedButton, BrandMenu } from './brand-actions.tsx';
import { LogoCrop } from './logo-crop.tsx';
import { Spark } from './spark.tsx';
import { type ColumnId, columns, inOrder, type Order } from './thing-order.ts';
import styles from './thing-table.module.css';
import { bestOf, type Thing } from './things.ts';
import { unionSeconds } from './union.ts';
import { useSizes } from './use-sizes.ts';

const rowPx = 44;

interface ThingTableProps {
  readonly kind: Thing['kind'];
  readonly things: readonly Thing[];
}

export function ThingTable({ kind, things }: ThingTableProps) {
  const [order, setOrder] = useRemembered<Order | null>(`order:${kind}`, null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const sized = useSizes(things);
  const sorted = useMemo(() => inOrder(sized, order), [sized, order]);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  const roving = useRoving(body, sorted.length, (index) => virtual.scrollToIndex(index));
  const rows = virtual.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const chosen = sorted.filter(({ id }) => selected.has(id));
  const bare = !sorted.some((thing) => bestOf(thing)?.frame);

  return (
    <div className={styles.frame}>
      {chosen.length > 0 && (
        <Selection things={chosen} kind={kind} onClear={() => setSelected(new Set())} />
      )}
      <div ref={scroller} className={styles.scroller}>
        <table
          className={bare ? `${styles.table} ${styles.bare}` : styles.table}
          aria-label={kind === 'brand' ? 'Brands' : 'Objects'}
          aria-rowcount={sorted.length + 1}
        >
          <Head kind={kind} order={order} onOrder={setOrder} />
          {above > 0 && <Space px={above} />}
          <tbody ref={body} onKeyDown={roving.onKeyDown} onFocus={roving.onFocus}>
            {rows.map(({ index }) => {
              const thing = sorted[index];
              if (!thing) return null;

              return (
                <Row
                  key={thing.id}
                  thing={thing}
                  index={index}
                  selected={selected.has(thing.id)}
                  onSelect={(on) => setSelected(toggleId(selected, thing.id, on))}
                />
              );
            })}
          </tbody>
          {below > 0 && <Space px={below} />}
        </table>
        <p className={styles.note}>
          Confidence says how likely what was found is right, not that nothing was missed.
        </p>
        <AddMissedButton />
      </div>
      <MoreBelow scroller={scroller} count={sorted.length} />
    </div>
  );
}

interface MoreProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
}

/**
 * A button with the number of rows below the visible ones, which scrolls to them. It is not a Tab stop, because the
 * keyboard moves from row to row.
 */
function MoreBelow({ scroller, count }: MoreProps) {
  const hiddenCount = useBelow(scroller, count);
  if (hiddenCount === 0) return null;

  const down = () => scroller.current?.scrollBy({ top: scroller.current.clientHeight - 2 * rowPx });
  return (
    <button type="button" tabIndex={-1} className={styles.more} onClick={down}>
      {number(hiddenCount)} more ↓
    </button>
  );
}

function useBelow(scroller: MoreProps['scroller'], count: number): number {
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;

    const look = () => {
      const head = frame.querySelector('thead')?.offsetHeight ?? 0;
      const visibleRows = Math.round((frame.scrollTop + frame.clientHeight - head) / rowPx);
      setBelow(Math.max(0, count - visibleRows));
    };
    const observer = new ResizeObserver(look);
    observer.observe(frame);
    frame.addEventListener('scroll', look, { passive: true });

    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, [scroller, count]);

  return below;
}

function toggleId(selected: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

/** Empty space in place of the rows that are not rendered. */
const Space = ({ px }: { readonly px: number }) => (
  <tbody aria-hidden>
    <tr style={{ height: px }}>
      <td />
    </tr>
  </tbody>
);

interface SelectionProps {
  readonly things: readonly Thing[];
  readonly kind: Thing['kind'];
  readonly onClear: () => void;
}

function Selection({ things, kind, onClear }: SelectionProps) {
  const { durationSeconds } = useBench();
  // Overlapping time counts once. For a single thing, the number is the same as in its row.
  const visibleSeconds =
    things.length === 1
      ? (things[0]?.visibleSeconds ?? 0)
      : unionSeconds(things.flatMap((thing) => thing.seen));
  const name = counted(things.length, kind);

  return (
    <div className={styles.selection} role="status">
      <span>
        <strong>{name}</strong>: {lengthText(visibleSeconds)} in the picture,{' '}
        {percentText(visibleSeconds / Math.max(durationSeconds, 0.001))} of the video
      </span>
      <BrandMenu name={name} things={things} />
      <Button small weight="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}

interface HeadProps {
  readonly kind: Thing['kind'];
  readonly order: Order | null;
  readonly onOrder: (order: Order | null) => void;
}

/** The head row is a single Tab stop; the arrow keys move from column to column. */
function Head({ kind, order, onOrder }: HeadProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const currentIndex = useRef(0);
  useEffect(() => {
    const buttons = row.current?.querySelectorAll('button') ?? [];
    for (const [index, button] of buttons.entries())
      button.tabIndex = index === currentIndex.current ? 0 : -1;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = row.current?.querySelectorAll('button');
    if (step === undefined || !buttons) return;

    // Otherwise the arrow keys would also seek in the video.
    event.stopPropagation();
    event.preventDefault();
    buttons[currentIndex.current]?.setAttribute('tabindex', '-1');
    currentIndex.current = (currentIndex.current + step + buttons.length) % buttons.length;
    buttons[currentIndex.current]?.setAttribute('tabindex', '0');
    buttons[currentIndex.current]?.focus();
  };

  return (
    <thead>
      <tr ref={row} onKeyDown={onKeyDown}>
        <th scope="col" className={styles.tick}>
          <span className="visually-hidden">Selected</span>
        </th>
        <th scope="col" className={styles.sign}>
          <span className="visually-hidden">Picture</span>
        </th>
        {columns
          .filter(({ brandsOnly }) => kind === 'brand' || !brandsOnly)
          .map(({ id, title, meaning }) => (
            <th
              key={id}
              scope="col"
              className={styles[id]}
              aria-sort={
                order?.column === id ? (order.down ? 'descending' : 'ascending') : undefined
              }
            >
              <button
                type="button"
                className={styles.sort}
                title={meaning}
                onClick={() => onOrder(turned(order, id))}
              >
                {id === 'name' && kind === 'object' ? 'Object' : title}
                <span aria-hidden>{order?.column === id ? (order.down ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </th>
          ))}
        <th scope="col" className={styles.when}>
          <span className="visually-hidden">When</span>
        </th>
        <th scope="col" className={styles.actions}>
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/**
 * The order after a press on a column's head. The first press sorts numbers in descending order and names from A to Z,
 * the second reverses that, and the third restores the original order, longest on screen first.
 */
function turned(order: Order | null, column: ColumnId): Order | null {
  const first = column !== 'name';
  if (order?.column !== column) return { column, down: first };
  return order.down === first ? { column, down: !first } : null;
}

interface RowProps {
  readonly thing: Thing;
  readonly index: number;
  readonly selected: boolean;
  readonly onSelect: (on: boolean) => void;
}

function Row({ thing, index, selected, onSelect }: RowProps) {
  const { lanes, live, durationSeconds } = useBench();
  const [, change] = useJobAddress();
  const { id, name, kind, size, said: mentions, confidence } = thing;
  const colour = lanes.find((lane) => lane.id === id)?.colour ?? 'var(--lane-grey)';
  const open = (only: string | null) => change({ thing: id, only });

  return (
    <tr data-index={index} aria-rowindex={index + 2} aria-selected={selected}>
      <td className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </td>
      <td className={styles.sign}>
        <LogoCrop thing={thing} colour={colour} />
      </td>
      <th scope="row" className={styles.name}>
        <button
          type="button"
          dir="auto"
          className={styles.open}
          title={name}
          onClick={() => open(null)}
        >
          {name}
        </button>
      </th>
      <Seen thing={thing} onOpen={() => open('visual')} />
      <Share
        share={
          thing.seen.length > 0 ? thing.visibleSeconds / Math.max(durationSeconds, 0.001) : null
        }
        colour={colour}
      />
      <td className={styles.size}>{size === undefined ? '–' : percentText(size)}</td>
      {kind === 'brand' && (
        <td className={styles.said}>
          {mentions.length > 0 ? (
            <button
              type="button"
              className={styles.number}
              aria-label={`${counted(mentions.length, 'time')} said`}
              onClick={() => open('audio')}
            >
              {mentions.length}
            </button>
          ) : (
            '–'
          )}
        </td>
      )}
      <td className={styles.sure}>{live ? '–' : percent(confidence)}</td>
      <td className={styles.when}>
        <Spark thing={thing} durationSeconds={durationSeconds} colour={colour} />
      </td>
      <td className={styles.actions}>
        <BrandMenu name={name} things={[thing]} />
      </td>
    </tr>
  );
}

function Seen({ thing, onOpen }: { readonly thing: Thing; readonly onOpen: () => void }) {
  const { live, results } = useBench();
  if (thing.seen.length === 0) return <td className={styles.seen}>–</td>;

  const text = lengthText(thing.visibleSeconds);
  const reason = live || thing.kind !== 'brand' ? undefined : reasonForMoreOf(thing.name, results);
  return (
    <td className={styles.seen}>
      <button
        type="button"
        className={styles.number}
        title={reason}
        aria-label={`${reason ? '≥ ' : ''}${text} seen${live ? ' so far' : ''}, ${times(thing.seen.length)}${reason ? `. ${reason}` : ''}`}
        onClick={onOpen}
      >
        {reason && '≥ '}
        {text}
      </button>
    </td>
  );
}

/** A bar from 0 to 100 % of the video. `share` is null for a thing that is only mentioned. */
function Share({ share, colour }: { readonly share: number | null; readonly colour: string }) {
  if (share === null) return <td className={styles.share}>–</td>;
  return (
    <td className={styles.share}>
      <span>{percentText(share)}</span>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${Math.min(1, share) * 100}%`, background: colour }} />
      </span>
    </td>
  );
}
