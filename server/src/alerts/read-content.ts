/** Reads what a message of an alert says, to be delivered to a target. */
import type { AlertTargetType } from '@reelsight/contract';
import { contentOf, countMatchesOf, type PendingDelivery } from '../db/alerts/messages.ts';
import { exampleOf } from '../domain/alerts/example.ts';
import { findingOfMatch } from '../domain/alerts/matches.ts';
import type { Domain } from '../domain/domain.ts';
import type { AlertContent } from './content.ts';

/** How many matches a message lists, those that were withdrawn included. Slack and Teams limit the size of messages. */
export const listedAtMost: Readonly<Record<AlertTargetType, number>> = {
  mail: 50,
  webhook: 100,
  slack: 10,
  teams: 10,
};

export async function readContent(
  domain: Domain,
  delivery: PendingDelivery,
): Promise<AlertContent> {
  const { message_id: messageId, kind, test } = delivery;
  const about = {
    alertId: delivery.alert_id,
    name: delivery.alert_name,
    workspace: delivery.workspace_name,
    test,
  };
  if (test) {
    const matches = [await exampleOf(domain, delivery.workspace_id, delivery.alert_id)];
    return { ...about, matches, withdrawn: [], unlisted: 0 };
  }

  const limit = listedAtMost[kind];
  const rows = await contentOf(domain.db, messageId, limit);
  // At most half of a full message is about corrections, so that they never crowd out what was found.
  const withdrawn = rows.filter((row) => row.withdrawn).slice(0, limit / 2);
  const matches = rows.filter((row) => !row.withdrawn).slice(0, limit - withdrawn.length);
  const total = await countMatchesOf(domain.db, messageId);
  return {
    ...about,
    matches: matches.map(findingOfMatch),
    withdrawn: withdrawn.map(findingOfMatch),
    unlisted: total - matches.length,
  };
}
