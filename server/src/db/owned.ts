/** Rows that were looked up with the caller's workspace. */

declare const owned: unique symbol;

/**
 * A row of the workspace that asked for it. Use cases and views that act for a caller take this instead of a plain row,
 * so that they can't be given a row found by id alone. Only queries that name the workspace, and `ownedBy`, create an
 * `Owned` row; the mark leaves no trace at run time. Sweeps and workers, which handle rows of all workspaces, keep
 * plain rows.
 */
export type Owned<Row> = Row & { readonly [owned]: true };

/**
 * The row if it belongs to the workspace: for rows that have to be locked by id first, because all changes lock in one
 * order.
 */
export const ownedBy = <Row extends { readonly workspace_id: string }>(
  workspaceId: string,
  row: Row | undefined,
): Owned<Row> | undefined => (row?.workspace_id === workspaceId ? (row as Owned<Row>) : undefined);
