/** Events in the words of the console. */
import { eventKinds, eventKindsWhere } from '@reelsight/contract/event-kinds';

/**
 * `completed, failed or paused`: the outcomes that webhooks report; a word that jobs and batches share appears once.
 */
export function webhookOutcomes(): string {
  const labels = eventKindsWhere(({ way }) => way === 'webhook').map(
    (kind) => eventKinds[kind].label,
  );
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(labels));
}
