/** Rows that were looked up with the workspace of whoever asks for them. */

declare const owned: unique symbol;

/**
 * A row of the workspace that asked for it. Use cases and views that act for a caller take this and not the plain row, so
 * that a row which was found by its id alone can't be given to them. Only queries that name the workspace, and `ownedBy`,
 * make one; nothing of it is left at run time. Sweeps and workers, which work on rows of everybody, keep plain rows.
 */
export type Owned<Row> = Row & { readonly [owned]: true };

/** The row if it is of the workspace: for rows that are locked by their id first, as all moves lock in one order. */
export const ownedBy = <Row extends { readonly workspace_id: string }>(
  workspaceId: string,
  row: Row | undefined,
): Owned<Row> | undefined => (row?.workspace_id === workspaceId ? (row as Owned<Row>) : undefined);
