/** The columns of the table of brands or objects, and the order of its rows. */
import type { Thing } from './things.ts';

export type ColumnId = 'name' | 'seen' | 'share' | 'size' | 'said' | 'sure';

export interface Order {
  readonly column: ColumnId;
  readonly down: boolean;
}

interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** Shown on hover. */
  readonly meaning: string;
  readonly brandsOnly?: boolean;
  readonly value: (thing: Thing) => string | number;
}

export const columns: readonly Column[] = [
  { id: 'name', title: 'Brand', meaning: 'Name', value: ({ name }) => name },
  {
    id: 'seen',
    title: 'Seen',
    meaning: 'Time in the picture; several at once count once',
    value: (entry) => entry.visibleSeconds,
  },
  {
    id: 'share',
    title: '% video',
    meaning: 'Time in the picture, of the length of the video',
    value: (entry) => entry.visibleSeconds,
  },
  {
    id: 'size',
    title: 'Mean size',
    meaning: 'Mean share of the picture that it covers',
    value: ({ size }) => size ?? -1,
  },
  {
    id: 'said',
    title: 'Said',
    meaning: 'Times it is said',
    brandsOnly: true,
    value: ({ said: mentions }) => mentions.length,
  },
  {
    id: 'sure',
    title: 'Confidence',
    meaning: 'How likely what was found is right; it does not say that nothing was missed',
    value: ({ confidence }) => confidence,
  },
];

/** Sorts the rows. If `order` is null, they keep the given order, longest on screen first. */
export function inOrder(things: readonly Thing[], order: Order | null): readonly Thing[] {
  const value = columns.find(({ id }) => id === order?.column)?.value;
  if (!order || !value) return things;

  const sign = order.down ? -1 : 1;
  return things.toSorted((a, b) => {
    const left = value(a);
    const right = value(b);
    if (typeof left === 'string') return sign * left.localeCompare(String(right));
    return sign * (left - Number(right));
  });
}
