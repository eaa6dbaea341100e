/** Alerts in words. */
import type { AlertCondition, AlertTargetType } from '@reelsight/contract';
import { lengthText } from '../../format/time.ts';

export const conditionKinds: Readonly<Record<AlertCondition['type'], string>> = {
  appears: 'a brand appears',
  together: 'two brands are on screen at once',
  paid: 'a brand is paid for',
  passed: 'a rival passes a brand',
};

export const targetWords: Readonly<Record<AlertTargetType, string>> = {
  mail: 'Mail',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Teams',
};

const sourceWords = { seen: 'is seen', said: 'is said', either: 'is seen or said' };

/** The condition in words: `Nike or Puma is seen for at least 5.0 s`. `setNames` has the names of brand sets by id. */
export function conditionText(
  condition: AlertCondition,
  setNames: ReadonlyMap<string, string>,
): string {
  if (condition.type === 'passed') {
    const { brand, rivals, by, period } = condition;
    const measure = by === 'seen_seconds' ? 'seconds on screen' : 'equivalent seconds';
    return `${rivals.join(' or ')} passes ${brand} by ${measure} of the ${period ?? 'week'}`;
  }
  if (condition.type === 'together')
    return `${condition.brands.join(' and ')} on screen at once${atLeast(condition.min_seconds)}`;

  const { brands, brand_set_id: set } = condition;
  const names = set
    ? `a brand of ${setNames.get(set) ?? 'a brand set'}`
    : (brands ?? []).join(' or ');
  if (condition.type === 'paid') return `${names} is paid for`;
  // What is only said has no seconds, so it meets no condition that asks for some.
  const source = condition.min_seconds ? 'seen' : (condition.source ?? 'either');
  return `${names} ${sourceWords[source]}${atLeast(condition.min_seconds)}`;
}

const atLeast = (seconds: number | null | undefined): string =>
  seconds ? ` for at least ${lengthText(seconds)}` : '';
