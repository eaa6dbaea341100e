/** What alerts found, and the example that a test sends. */
import type { AlertFinding, AlertMatch, AlertTest } from '@reelsight/contract';
import { type ListedMatch, type MatchRow, matchPage } from '../../db/alerts/matches.ts';
import { type DeliveryView, deliveriesOf } from '../../db/alerts/messages.ts';
import type { Domain } from '../domain.ts';
import { mustFindAlert, noSuchAlert } from './alerts.ts';
import { sendExample } from './messages.ts';

export interface MatchPage {
  /** Id of the last match of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

/** The newest first. Throws Fault NOT_FOUND. */
export async function readMatches(
  domain: Domain,
  workspaceId: string,
  alertId: string,
  page: MatchPage,
): Promise<AlertMatch[]> {
  await mustFindAlert(domain.db, workspaceId, alertId);
  const rows = await matchPage(domain.db, alertId, page);
  const messageIds = new Set(rows.flatMap(({ message_id: id }) => id ?? []));
  const deliveries = await deliveriesOf(domain.db, [...messageIds]);
  const byMessage = Map.groupBy(deliveries, ({ message_id: id }) => id);
  return rows.map((row) => matchView(row, byMessage.get(row.message_id ?? '') ?? []));
}

/** Sends an example to the targets of the alert. Throws Fault NOT_FOUND or RATE_LIMITED. */
export async function testAlert(
  domain: Domain,
  workspaceId: string,
  alertId: string,
): Promise<AlertTest> {
  const alert = await mustFindAlert(domain.db, workspaceId, alertId);
  const messageId = (await sendExample(domain, alert)) ?? noSuchAlert(alertId);
  const deliveries = await deliveriesOf(domain.db, [messageId]);
  return { deliveries: deliveries.map(deliveryView) };
}

/** What a match says about its video. */
export const findingOfMatch = (row: MatchRow): AlertFinding => ({
  job_id: row.job_id,
  title: row.title,
  brand: row.brand,
  brands: [...row.brands],
  seconds: row.seconds,
  moment: row.moment,
  frame_url: row.frame_url,
});

const matchView = (row: ListedMatch, deliveries: readonly DeliveryView[]): AlertMatch => ({
  match_id: row.id,
  ...findingOfMatch(row),
  found_at: row.found_at.toISOString(),
  sends_at: row.sends_at?.toISOString() ?? null,
  sent_at: row.sent_at?.toISOString() ?? null,
  withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  deliveries: deliveries.map(deliveryView),
});

const deliveryView = (row: DeliveryView): AlertMatch['deliveries'][number] => ({
  type: row.kind,
  address: row.shown,
  status: row.status,
  attempts: row.attempts,
  error: row.last_error,
  next_attempt_at: row.next_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
});
