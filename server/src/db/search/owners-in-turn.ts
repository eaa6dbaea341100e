/** The order in which owners have their jobs read for search. */
import { ownerGroupSql } from '../workspaces/members.ts';

/**
 * SQL for a common table `turns` of the workspaces that have jobs to be read: those of the next owner after `$1` first,
 * so that an owner with many workspaces does not hold up the others. Goes from workspace to workspace in the index on
 * `(workspace_id, …) where done < wanted`, because sorting all waiting jobs by owner would take long. `isChosen` is an
 * SQL condition on `workspace_id`.
 */
export const ownersInTurn = (table: 'search_jobs' | 'meaning_jobs', isChosen = 'true'): string =>
  `with recursive waiting as (
     (select workspace_id from ${table} where done < wanted order by workspace_id limit 1)
     union all
     select (select next.workspace_id from ${table} next
       where next.done < next.wanted and next.workspace_id > waiting.workspace_id order by next.workspace_id limit 1)
     from waiting where waiting.workspace_id is not null
   ), turns as (
     select workspace_id, owner from waiting, lateral (
       select ${ownerGroupSql('waiting.workspace_id')} collate "C" as owner offset 0
     ) owned
     where workspace_id is not null and ${isChosen}
     order by owner <= $1, owner, random()
   )`;
