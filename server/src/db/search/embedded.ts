/** Which jobs search by meaning knows. */

/**
 * SQL condition: the jobs of the workspace get vectors. Those of a test workspace don't: they are free, have made-up
 * results, and would keep the operator's model from the jobs of others. `workspace` is an SQL expression for its id.
 */
export const isEmbedded = (workspace: string): string =>
  `not exists (select 1 from workspaces where workspaces.id = ${workspace} and workspaces.test)`;
