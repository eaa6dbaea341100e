/** The words that the console uses for events. */
import { eventKinds, eventKindsWhere } from '@reelsight/contract/event-kinds';

/**
 * `completed, failed or paused`: the outcomes that webhooks report. A word that applies to both jobs and batches
 * appears once.
 */
export function webhookOutcomes(): string {
  const labels = eventKindsWhere(({ way }) => way === 'webhook').map(
    (kind) => eventKinds[kind].label,
  );
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(labels));
}
