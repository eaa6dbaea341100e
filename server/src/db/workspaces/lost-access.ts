/** SQL that finds what a key or a person made who has lost access to a workspace. */

/** A key that was revoked, a member who left a workspace, or the owner of workspaces that others may have used. */
export type LostAccess =
  | { readonly keyId: string }
  | { readonly workspaceId: string; readonly userId: string }
  | { readonly ownerId: string };

/** SQL expressions for who made a row, and for its workspace. */
interface MadeBy {
  readonly key: string;
  readonly person: string;
  readonly workspace: string;
}

/** An SQL condition, whose parameters `values` begin with that of the number `first`. */
export function lostBy(
  whose: LostAccess,
  { key, person, workspace }: MadeBy,
  first = 3,
): { readonly condition: string; readonly values: readonly string[] } {
  if ('keyId' in whose) return { condition: `${key} = $${first}`, values: [whose.keyId] };
  if ('workspaceId' in whose)
    return {
      condition: `${workspace} = $${first} and ${person} = $${first + 1}`,
      values: [whose.workspaceId, whose.userId],
    };
  return {
    condition: `${workspace} in (select workspace_id from members where user_id = $${first} and role = 'owner')`,
    values: [whose.ownerId],
  };
}
