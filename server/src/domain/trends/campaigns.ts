/** Campaigns of a workspace: choices of videos. */
import {
  type Campaign,
  type CampaignEntry,
  campaignLimits,
  Fault,
  invalidInput,
  type VideoChoice,
  withoutNulls,
} from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import { findFollow } from '../../db/follows.ts';
import { isId } from '../../db/id.ts';
import type { Owned } from '../../db/owned.ts';
import { turnOffSchedules } from '../../db/schedules/schedules.ts';
import { findBrandSetRow } from '../../db/trends/brand-sets.ts';
import {
  type CampaignFields,
  type CampaignRow,
  campaignNamed,
  countCampaigns,
  findCampaignRow,
  insertCampaign,
  listCampaignRows,
  removeCampaign,
  updateCampaign,
} from '../../db/trends/campaigns.ts';
import type { Domain } from '../domain.ts';
import { checkUnique, inLockedWorkspace, nameKeyOf } from '../named.ts';

/** In the order of their names. */
export async function listCampaigns(domain: Domain, workspaceId: string): Promise<Campaign[]> {
  return (await listCampaignRows(domain.db, workspaceId)).map(view);
}

/** Throws Fault NOT_FOUND. */
export async function readCampaign(
  domain: Domain,
  workspaceId: string,
  id: string,
): Promise<Campaign> {
  return view(await mustFindCampaign(domain.db, workspaceId, id));
}

/**
 * Throws Fault VALIDATION_FAILED if the name is in use, if the choice names a Follow or brand set that does not exist, or
 * if there are too many campaigns.
 */
export async function addCampaign(
  domain: Domain,
  workspaceId: string,
  entry: CampaignEntry,
): Promise<Campaign> {
  const fields = fieldsOf(domain, workspaceId, domain.newId('cmp'), entry);
  return inLockedWorkspace(domain, workspaceId, async (tx) => {
    await check(tx, fields);
    if ((await countCampaigns(tx, workspaceId)) >= campaignLimits.campaigns)
      throw invalidInput(
        `A workspace has at most ${campaignLimits.campaigns} campaigns. Delete one first.`,
      );

    await insertCampaign(tx, fields);
    return noted(domain, tx, fields);
  });
}

/** Throws Fault NOT_FOUND, and the faults of `addCampaign`. */
export async function replaceCampaign(
  domain: Domain,
  workspaceId: string,
  id: string,
  entry: CampaignEntry,
): Promise<Campaign> {
  const fields = fieldsOf(domain, workspaceId, id, entry);
  return inLockedWorkspace(domain, workspaceId, async (tx) => {
    const { videos } = await mustFindCampaign(tx, workspaceId, id);
    await check(tx, fields, videos.follow_ids ?? []);
    await updateCampaign(tx, fields);
    return noted(domain, tx, fields);
  });
}

/** Throws Fault NOT_FOUND. */
export async function dropCampaign(domain: Domain, workspaceId: string, id: string): Promise<void> {
  // Locked, as by those who name it: they see that it is gone, or it turns off what they made.
  await inLockedWorkspace(domain, workspaceId, async (tx) => {
    const { name } = await mustFindCampaign(tx, workspaceId, id);
    await removeCampaign(tx, workspaceId, id);
    const reason = `Its campaign “${name}” was deleted.`;
    await turnOffSchedules(tx, workspaceId, { by: 'campaign_id', id, reason });
    await domain.audit.note(tx, { workspaceId, target: { id, name } });
  });
}

/** Throws Fault NOT_FOUND. */
export async function mustFindCampaign(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<CampaignRow>> {
  const row = await findCampaignRow(db, workspaceId, id);
  if (!row) throw new Fault('NOT_FOUND', id, { text: `There is no campaign ${id}.` });
  return row;
}

/**
 * `formerFollows` are Follows that the campaign names already; it may keep those that were deleted since, whose videos
 * still belong to it.
 */
async function check(
  tx: Queryable,
  fields: CampaignFields,
  formerFollows: readonly string[] = [],
): Promise<void> {
  const { id, workspaceId, nameKey, brandSetId, videos } = fields;
  checkUnique('campaign', id, await campaignNamed(tx, workspaceId, nameKey));

  if (
    brandSetId !== null &&
    !(isId(brandSetId) && (await findBrandSetRow(tx, workspaceId, brandSetId)))
  )
    throw invalidInput(`brand_set_id: there is no brand set ${brandSetId} in this workspace.`);

  for (const followId of videos.follow_ids ?? []) {
    if (formerFollows.includes(followId)) continue;
    if (!(isId(followId) && (await findFollow(tx, workspaceId, followId))))
      throw invalidInput(`videos.follow_ids: there is no Follow ${followId} in this workspace.`);
  }
}

async function noted(domain: Domain, tx: Queryable, fields: CampaignFields): Promise<Campaign> {
  const { id, workspaceId, name } = fields;
  await domain.audit.note(tx, { workspaceId, target: { id, name } });
  return view(await mustFindCampaign(tx, workspaceId, id));
}

function fieldsOf(
  domain: Domain,
  workspaceId: string,
  id: string,
  entry: CampaignEntry,
): CampaignFields {
  const name = entry.name.trim();
  const videos: VideoChoice = withoutNulls(entry.videos);
  if (videos.since && videos.until && videos.until < videos.since)
    throw invalidInput('videos.until: the last day must not be before the first.');

  const nameKey = nameKeyOf(name);
  const brandSetId = entry.brand_set_id ?? null;
  return { id, workspaceId, name, nameKey, videos, brandSetId, now: domain.now() };
}

const view = ({ id, name, videos, brand_set_id, updated_at }: Owned<CampaignRow>): Campaign => ({
  campaign_id: id,
  name,
  videos,
  brand_set_id,
  updated_at: updated_at.toISOString(),
});
