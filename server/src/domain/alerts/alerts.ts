/** Alerts of a workspace: what it wants to be told about new videos (docs/alerts.md). */
import { isDeepStrictEqual } from 'node:util';
import {
  type Alert,
  type AlertCondition,
  type AlertEntry,
  type AlertPreviewEntry,
  alertLimits,
  Fault,
  invalidInput,
  usualDigestAbove,
  withoutNulls,
} from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import {
  type AlertFields,
  type AlertRow,
  type AlertTargetRow,
  alertNamed,
  alertTargets,
  countAlerts,
  findAlertRow,
  insertAlert,
  type ListedAlert,
  listAlertRows,
  type NewTarget,
  removeAlert,
  replaceTargets,
  updateAlert,
} from '../../db/alerts/alerts.ts';
import { forgetStandings } from '../../db/alerts/matches.ts';
import type { Queryable } from '../../db/database.ts';
import { findFollow } from '../../db/follows.ts';
import { isId } from '../../db/id.ts';
import type { Owned } from '../../db/owned.ts';
import { foldedLibrary } from '../brands/folded-library.ts';
import type { Domain } from '../domain.ts';
import { checkUnique, mustLockWorkspace, nameKeyOf } from '../named.ts';
import { holdMaker, type Maker } from '../workspaces/maker.ts';
import { keepFirstStandings } from './passing.ts';
import { problemOf, type Scope, type ScopeFields, scopeOf } from './scope.ts';
import { type AlertOwner, shownAddress, targetsOf } from './targets.ts';

const weekMs = 7 * 86_400_000;

/** In the order of their names. */
export async function listAlerts(domain: Domain, workspaceId: string): Promise<Alert[]> {
  return views(domain, workspaceId, null);
}

/** Throws Fault NOT_FOUND. */
export async function readAlert(domain: Domain, workspaceId: string, id: string): Promise<Alert> {
  const [alert] = await views(domain, workspaceId, id);
  return alert ?? noSuchAlert(id);
}

/**
 * Throws Fault VALIDATION_FAILED if the name is in use, something that it names does not exist or may not be sent to,
 * or there are too many alerts; MODE_NOT_ALLOWED if the plan has no webhooks.
 */
export async function addAlert(
  domain: Domain,
  owner: AlertOwner,
  entry: AlertEntry,
): Promise<Alert> {
  const { workspaceId } = owner;
  const targets = await targetsOf(domain, owner, entry.targets, []);
  const fields = fieldsOf(domain, workspaceId, domain.newId('alr'), entry);
  // Folded before the transaction, so that no lock is held meanwhile.
  await foldedLibrary(domain, domain.db, workspaceId);

  await domain.db.transaction(async (tx) => {
    const maker = await holdMaker(domain, tx, workspaceId, owner.access);
    await mustLockWorkspace(tx, workspaceId);
    await check(domain, tx, fields);
    if ((await countAlerts(tx, workspaceId)) >= alertLimits.alerts)
      throw invalidInput(`A workspace has at most ${alertLimits.alerts} alerts. Delete one first.`);

    await insertAlert(tx, fields);
    await store(domain, tx, fields, { targets, maker });
    await keepFirstStandings(domain, tx, await mustFindAlert(tx, workspaceId, fields.id));
  });
  return readAlert(domain, workspaceId, fields.id);
}

/** Throws Fault NOT_FOUND, and the faults of `addAlert`. */
export async function replaceAlert(
  domain: Domain,
  owner: AlertOwner,
  id: string,
  entry: AlertEntry,
): Promise<Alert> {
  const { workspaceId } = owner;
  await mustFindAlert(domain.db, workspaceId, id);
  const former = await alertTargets(domain.db, [id]);
  const targets = await targetsOf(domain, owner, entry.targets, former);
  const newFields = fieldsOf(domain, workspaceId, id, entry);
  await foldedLibrary(domain, domain.db, workspaceId);

  await domain.db.transaction(async (tx) => {
    const maker = await holdMaker(domain, tx, workspaceId, owner.access);
    await mustLockWorkspace(tx, workspaceId);
    const before = await mustFindAlert(tx, workspaceId, id);
    const looksForSame = isSameSearch(before, newFields);
    const fields = looksForSame ? { ...newFields, countsFrom: before.counts_from } : newFields;
    await check(domain, tx, fields, before);
    await updateAlert(tx, fields);
    await store(domain, tx, fields, { targets, maker });

    if (looksForSame) return;
    await forgetStandings(tx, id);
    await keepFirstStandings(domain, tx, await mustFindAlert(tx, workspaceId, id));
  });
  return readAlert(domain, workspaceId, id);
}

/** Throws Fault NOT_FOUND. */
export async function dropAlert(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const { name } = await mustFindAlert(tx, workspaceId, id);
    await removeAlert(tx, workspaceId, id);
    await domain.audit.note(tx, { workspaceId, target: { id, name } });
  });
}

/** Throws Fault NOT_FOUND. */
export async function mustFindAlert(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<AlertRow>> {
  return (await findAlertRow(db, workspaceId, id)) ?? noSuchAlert(id);
}

export function noSuchAlert(id: string): never {
  throw new Fault('NOT_FOUND', id, { text: `There is no alert ${id}.` });
}

/** Whether the alert looks for the same as before, so that jobs which ended before the change still count. */
function isSameSearch(before: AlertRow, after: AlertFields): boolean {
  const searchOf = ({
    condition,
    campaign_id,
    videos,
    time_zone,
    enabled,
  }: AlertRow | AlertFields) => ({ condition, campaign_id, videos, time_zone, enabled });
  return isDeepStrictEqual(searchOf(before), searchOf(after));
}

/**
 * Throws Fault VALIDATION_FAILED. Follows that the alert named before may stay although they were deleted since; their
 * videos still count.
 */
async function check(
  domain: Domain,
  tx: Queryable,
  fields: AlertFields,
  before?: AlertRow,
): Promise<void> {
  const { id, workspaceId, nameKey } = fields;
  checkUnique('alert', id, await alertNamed(tx, workspaceId, nameKey));
  await checkScope(domain, tx, fields, before?.videos?.follow_ids ?? []);
}

async function checkScope(
  domain: Domain,
  db: Queryable,
  fields: ScopeFields & { readonly workspaceId: string },
  formerFollows: readonly string[],
): Promise<Scope> {
  const { workspaceId } = fields;
  const library = await foldedLibrary(domain, db, workspaceId);
  const scope = await scopeOf(db, workspaceId, fields, library);
  if ('problem' in scope)
    throw invalidInput(`${scope.field}: there is no such thing in this workspace.`);

  const { type } = fields.condition;
  if ((type === 'together' || type === 'passed') && scope.names.chosen.length < 2)
    throw invalidInput('condition: the brands are all the same one.');

  for (const followId of fields.videos?.follow_ids ?? [])
    if (
      !formerFollows.includes(followId) &&
      !(isId(followId) && (await findFollow(db, workspaceId, followId)))
    )
      throw invalidInput(`videos.follow_ids: there is no Follow ${followId} in this workspace.`);

  return scope;
}

/** What a preview is about. Throws Fault VALIDATION_FAILED. */
export async function previewScope(
  domain: Domain,
  workspaceId: string,
  entry: AlertPreviewEntry,
): Promise<{ readonly fields: ScopeFields; readonly scope: Scope }> {
  const fields = scopeFieldsOf(entry);
  const scope = await checkScope(domain, domain.db, { ...fields, workspaceId }, []);
  return { fields, scope };
}

async function store(
  domain: Domain,
  tx: Queryable,
  { id, workspaceId, name }: AlertFields,
  { targets, maker }: { readonly targets: readonly NewTarget[]; readonly maker: Maker },
): Promise<void> {
  await replaceTargets(tx, id, targets, maker);
  await domain.audit.note(tx, { workspaceId, target: { id, name } });
}

function fieldsOf(domain: Domain, workspaceId: string, id: string, entry: AlertEntry): AlertFields {
  const name = entry.name.trim();
  const quiet = entry.quiet_hours;
  if (quiet && quiet.start === quiet.end)
    throw invalidInput('quiet_hours: they must not end when they begin.');

  const now = domain.now();
  return {
    id,
    workspaceId,
    name,
    nameKey: nameKeyOf(name),
    ...scopeFieldsOf(entry),
    quiet_start: quiet?.start ?? null,
    quiet_end: quiet?.end ?? null,
    digest_above: entry.digest_above ?? usualDigestAbove,
    enabled: entry.enabled ?? true,
    countsFrom: now,
    now,
  };
}

function scopeFieldsOf(entry: AlertPreviewEntry): ScopeFields {
  const { campaign_id: campaignId = null, time_zone: timeZone } = entry;
  const videos = entry.videos ? withoutNulls(entry.videos) : null;
  if (campaignId !== null && videos)
    throw invalidInput('videos: give a campaign or videos, not both.');
  if (videos?.since && videos.until && videos.until < videos.since)
    throw invalidInput('videos.until: the last day must not be before the first.');

  const condition = withoutNulls(entry.condition) as AlertCondition;
  checkCondition(condition);
  return { condition, campaign_id: campaignId, videos, time_zone: timeZone ?? 'UTC' };
}

function checkCondition(condition: AlertCondition): void {
  if (condition.type === 'appears' || condition.type === 'paid') {
    const hasBrands = condition.brands !== undefined;
    const hasSet = condition.brand_set_id !== undefined;
    if (hasBrands === hasSet) throw invalidInput('condition: give either brands or brand_set_id.');
  }
  if (condition.type === 'appears' && condition.source === 'said' && condition.min_seconds)
    throw invalidInput(
      'condition.min_seconds: seconds are counted on screen, so `source` must not be `said`.',
    );
  if (condition.type === 'passed') {
    const brandKey = identityOf(condition.brand);
    if (condition.rivals.some((rival) => identityOf(rival) === brandKey))
      throw invalidInput('condition.rivals: the brand cannot be its own rival.');
  }
}

async function views(domain: Domain, workspaceId: string, id: string | null): Promise<Alert[]> {
  const since = new Date(domain.now().getTime() - weekMs);
  const rows = await listAlertRows(domain.db, workspaceId, { id, since });
  const targets = await alertTargets(
    domain.db,
    rows.map((row) => row.id),
  );
  const targetsByAlert = Map.groupBy(targets, ({ alert_id: alertId }) => alertId);
  const alerts: Alert[] = [];

  for (const row of rows) {
    const problem = await problemOf(domain.db, workspaceId, row);
    alerts.push(view(row, targetsByAlert.get(row.id) ?? [], problem?.problem ?? null));
  }

  return alerts;
}

const view = (
  row: Owned<ListedAlert>,
  targets: readonly AlertTargetRow[],
  problem: string | null,
): Alert => ({
  alert_id: row.id,
  name: row.name,
  condition: row.condition,
  campaign_id: row.campaign_id,
  videos: row.videos,
  time_zone: row.time_zone,
  targets: targets.map(({ id, kind, address, off_reason }) => ({
    target_id: id,
    type: kind,
    address: shownAddress(kind, address),
    off_reason,
  })),
  quiet_hours:
    row.quiet_start !== null && row.quiet_end !== null
      ? { start: row.quiet_start, end: row.quiet_end }
      : null,
  digest_above: row.digest_above,
  enabled: row.enabled,
  problem,
  matches_last_week: row.matches_last_week,
  last_match_at: row.last_match_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});
