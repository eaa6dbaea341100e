/** A table that can be sorted and remembers its order; its rows can be selected. */
import { type ReactNode, useMemo } from 'react';
import { useRemembered } from '../format/remembered.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value to sort by; null comes last. Present if the table can be sorted by this column. */
  readonly sort?: (row: Row) => string | number | null;
  readonly numeric?: boolean;
  /** Whether only screen readers get the title, because a column of buttons needs none. */
  readonly quietTitle?: boolean;
  /** Whether the column is left out on a phone. */
  readonly wideOnly?: boolean;
  /** Whether the column is left out on a phone, and also in a window with little space next to the navigation. */
  readonly roomyOnly?: boolean;
  /** Whether the cell needs no title when the cells of a row are shown below each other. */
  readonly explainsItself?: boolean;
}

interface Order {
  readonly column: string;
  readonly down: boolean;
}

interface DataTableProps<Row> {
  /** Names the table for screen readers, and is the key under which the order is remembered. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Label of a row's checkbox. */
  readonly rowName?: (row: Row) => string;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  /** The order of `rows` before the user sorts them. */
  readonly sortedBy?: Order;
  /** On a phone, whether the cells of a row are shown below each other, all but the first with their titles. */
  readonly stacked?: boolean;
  /** Shown below the rows: what to do next, or why there are no rows. */
  readonly children?: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, rowId, stacked } = props;
  const [order, setOrder] = useRemembered<Order | null>(`table:${name}`, null);
  const sorted = useMemo(() => inOrder(rows, columns, order), [rows, columns, order]);
  const givenOrder = props.sortedBy ?? null;
  const turn = (column: string) =>
    setOrder(
      order?.column !== column
        ? { column, down: false }
        : order.down
          ? null
          : { column, down: true },
    );

  return (
    <div className={styles.frame}>
      <table
        className={stacked ? `${styles.table} ${styles.stacked}` : styles.table}
        aria-label={name}
      >
        <thead>
          <tr>
            {props.onSelect && (
              <th scope="col" className={styles.select}>
                <SelectAll {...props} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} order={order ?? givenOrder} onTurn={turn} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr
              key={rowId(row)}
              data-row={rowId(row)}
              aria-selected={props.selected?.has(rowId(row))}
            >
              {props.onSelect && (
                <td className={styles.select}>
                  <SelectOne {...props} row={row} />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={cellClass(column)}
                  data-title={stackedTitle(column, index)}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.children}
    </div>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | null;
  readonly onTurn: (column: string) => void;
}

function HeadCell<Row>({ column, order, onTurn }: HeadCellProps<Row>) {
  const isSorted = order?.column === column.id;
  const direction = isSorted ? (order.down ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction}>
      {column.sort ? (
        <button type="button" className={styles.sort} onClick={() => onTurn(column.id)}>
          {column.title}
          <span aria-hidden>{isSorted ? (order.down ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        <span className={column.quietTitle ? 'visually-hidden' : undefined}>{column.title}</span>
      )}
    </th>
  );
}

function SelectAll<Row>({ rows, rowId, selected, onSelect }: DataTableProps<Row>) {
  const allSelected = rows.length > 0 && rows.every((row) => selected?.has(rowId(row)));
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      checked={allSelected}
      onChange={() => onSelect?.(new Set(allSelected ? [] : rows.map(rowId)))}
    />
  );
}

function SelectOne<Row>(props: DataTableProps<Row> & { readonly row: Row }) {
  const { row, rowId, rowName = rowId, selected, onSelect } = props;
  const id = rowId(row);
  return (
    <input
      type="checkbox"
      aria-label={`Select ${rowName(row)}`}
      checked={selected?.has(id) ?? false}
      onChange={(event) => {
        const next = new Set(selected);
        if (event.target.checked) next.add(id);
        else next.delete(id);
        onSelect?.(next);
      }}
    />
  );
}

const stackedTitle = <Row,>(column: Column<Row>, index: number): string | undefined =>
  index === 0 || column.quietTitle || column.explainsItself ? undefined : column.title;

function cellClass<Row>(column: Column<Row>): string {
  const { numeric, wideOnly, roomyOnly } = column;
  return [numeric && styles.numeric, wideOnly && styles.wideOnly, roomyOnly && styles.roomyOnly]
    .filter(Boolean)
    .join(' ');
}

function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const sort = columns.find((column) => column.id === order?.column)?.sort;
  if (!order || !sort) return rows;

  const sign = order.down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const left = sort(a);
    const right = sort(b);
    if (left === null || right === null) return Number(left === null) - Number(right === null);

    const words = typeof left === 'string' && typeof right === 'string';
    return (
      sign *
      (words
        ? left.localeCompare(right, undefined, { numeric: true })
        : Number(left) - Number(right))
    );
  });
}
