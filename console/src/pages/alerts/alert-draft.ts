/** What is typed into the form of an alert, and the entry that the API takes. */
import type {
  Alert,
  AlertCondition,
  AlertEntry,
  AlertMeasure,
  AlertPeriod,
  AlertPreviewEntry,
  AlertSource,
  AlertTargetType,
} from '@reelsight/contract';
import { ownTimeZone } from '../../format/time-zone.ts';

export interface TargetDraft {
  /** Id of a target that the alert has already; a number that is unique in the form for a new one. */
  readonly key: string | number;
  readonly type: AlertTargetType;
  /** Of a target that the alert has already, the address as the API shows it, without secrets. */
  readonly address: string;
}

export interface AlertDraft {
  readonly name: string;
  readonly kind: AlertCondition['type'];
  /** Id of a brand set; empty if `brands` names the brands. */
  readonly brandSet: string;
  readonly brands: string[];
  readonly source: AlertSource;
  readonly minSeconds: string;
  readonly brand: string;
  readonly rivals: string[];
  readonly measure: AlertMeasure;
  readonly period: AlertPeriod;
  readonly campaign: string;
  readonly targets: TargetDraft[];
  readonly quietStart: string;
  readonly quietEnd: string;
  readonly timeZone: string;
  readonly digestAbove: string;
  readonly enabled: boolean;
}

const emptyDraft = (): AlertDraft => ({
  name: '',
  kind: 'appears',
  brandSet: '',
  brands: [],
  source: 'either',
  minSeconds: '',
  brand: '',
  rivals: [],
  measure: 'equivalent_seconds',
  period: 'week',
  campaign: '',
  targets: [],
  quietStart: '',
  quietEnd: '',
  timeZone: ownTimeZone(),
  digestAbove: '',
  enabled: true,
});

export function draftOf(alert: Alert | null): AlertDraft {
  if (alert === null) return emptyDraft();

  return {
    ...emptyDraft(),
    ...conditionDraft(alert.condition),
    name: alert.name,
    campaign: alert.campaign_id ?? '',
    targets: alert.targets.map(({ target_id: key, type, address }) => ({ key, type, address })),
    quietStart: alert.quiet_hours?.start ?? '',
    quietEnd: alert.quiet_hours?.end ?? '',
    timeZone: alert.time_zone,
    digestAbove: String(alert.digest_above),
    enabled: alert.enabled,
  };
}

function conditionDraft(condition: AlertCondition): Partial<AlertDraft> {
  if (condition.type === 'passed') {
    const { brand, rivals, by, period } = condition;
    return {
      kind: 'passed',
      brand,
      rivals,
      measure: by ?? 'equivalent_seconds',
      period: period ?? 'week',
    };
  }

  return {
    kind: condition.type,
    brands: condition.brands ?? [],
    ...('brand_set_id' in condition && { brandSet: condition.brand_set_id ?? '' }),
    ...('min_seconds' in condition && { minSeconds: condition.min_seconds?.toString() ?? '' }),
    ...('source' in condition && { source: condition.source ?? 'either' }),
  };
}

function conditionOf(draft: AlertDraft): AlertCondition {
  const { brandSet, brands, source, minSeconds, brand, rivals, measure, period } = draft;
  const chosenBrands = brandSet ? { brand_set_id: brandSet } : { brands };
  const atLeast = minSeconds === '' ? {} : { min_seconds: Number(minSeconds) };

  switch (draft.kind) {
    case 'appears':
      return {
        type: 'appears',
        ...chosenBrands,
        ...atLeast,
        ...(source !== 'either' && { source }),
      };
    case 'together':
      return { type: 'together', brands, ...atLeast };
    case 'paid':
      return { type: 'paid', ...chosenBrands };
    case 'passed':
      return { type: 'passed', brand, rivals, by: measure, period };
  }
}

/** What the alert looks for, for a dry run. */
export function scopeOf(draft: AlertDraft, alert: Alert | null): AlertPreviewEntry {
  const condition = conditionOf(draft);
  // The API begins to count anew if the condition differs, so one that was not changed is returned as it came.
  const isUnchanged =
    alert !== null && JSON.stringify(condition) === JSON.stringify(conditionOf(draftOf(alert)));

  return {
    condition: isUnchanged ? alert.condition : condition,
    time_zone: draft.timeZone,
    ...(draft.campaign && { campaign_id: draft.campaign }),
    // A choice of videos can only be made over the API; it is kept until a campaign replaces it.
    ...(!draft.campaign && alert?.videos && { videos: alert.videos }),
  };
}

export function entryOf(draft: AlertDraft, alert: Alert | null): AlertEntry {
  const { name, targets, quietStart, quietEnd, digestAbove, enabled } = draft;
  return {
    ...scopeOf(draft, alert),
    name,
    enabled,
    targets: targets.map(({ key, type, address }) =>
      typeof key === 'string' ? { type, target_id: key } : { type, address },
    ),
    ...((quietStart || quietEnd) && { quiet_hours: { start: quietStart, end: quietEnd } }),
    ...(digestAbove !== '' && { digest_above: Number(digestAbove) }),
  };
}
