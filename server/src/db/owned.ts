/** A type for rows that were looked up with the caller's workspace. */

declare const owned: unique symbol;

/**
 * A row that was looked up with the workspace of the caller who asks for it. Use cases and views that act for a caller
 * take this type instead of a plain row, so that they can't be given a row found by id alone. Only queries that name
 * the workspace, and `ownedBy`, create an `Owned` row; the mark does not exist at run time. Sweeps and workers, which
 * handle rows of all workspaces, use plain rows.
 */
export type Owned<Row> = Row & { readonly [owned]: true };

/**
 * Returns the row if it belongs to the workspace. This is for rows that must first be locked by id alone, because all
 * transactions have to lock rows in the same order.
 */
export const ownedBy = <Row extends { readonly workspace_id: string }>(
  workspaceId: string,
  row: Row | undefined,
): Owned<Row> | undefined => (row?.workspace_id === workspaceId ? (row as Owned<Row>) : undefined);
