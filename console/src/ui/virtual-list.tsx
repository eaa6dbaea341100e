/** A list of any length that renders only its visible part. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRoving } from './roving.ts';
import styles from './virtual-list.module.css';

interface VirtualListProps<Item> {
  /** For screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly estimatePx: number;
  readonly render: (item: Item, index: number) => ReactNode;
  /**
   * Index of the item to scroll into view; the list scrolls whenever this value changes. -1 leaves the list where it
   * is.
   */
  readonly follow?: number;
  readonly onWheel?: () => void;
}

export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, estimatePx, render, follow = -1, onWheel } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    overscan: 8,
  });
  useEffect(() => {
    if (follow >= 0) virtual.scrollToIndex(follow, { align: 'center' });
  }, [follow, virtual]);

  const roving = useRoving(list, items.length, (index) => virtual.scrollToIndex(index));
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
      tabIndex={0}
      className={styles.scroller}
      onWheel={onWheel}
    >
      <ul
        ref={list}
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;

          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {render(item, index)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
