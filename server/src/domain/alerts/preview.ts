/** Finds out what an alert would have found in the videos of the last days. Stores and sends nothing. */
import {
  type AlertConditionOf,
  type AlertFinding,
  type AlertPreview,
  type AlertPreviewEntry,
  alertLimits,
} from '@reelsight/contract';
import { hasTrendGap } from '../../db/trends/trend-gaps.ts';
import { type BrandOfVideo, brandsAsTheyCame, recentWithBrands } from '../../db/trends/trends.ts';
import { TimeSlices } from '../../threads/time-slices.ts';
import type { Domain } from '../domain.ts';
import { momentsOfJob } from '../exposure/kept-exposures.ts';
import { previewScope } from './alerts.ts';
import { type Finding, findingIn } from './conditions.ts';
import { measureOf, passingFinding, periodOf } from './passing.ts';
import type { Scope, ScopeFields } from './scope.ts';
import { compared, type Standings } from './standings.ts';

const dayMs = 86_400_000;
/** How many brands of videos are read to see which rivals passed. */
const passingRows = 20_000;

/** Throws Fault VALIDATION_FAILED. */
export async function previewAlert(
  domain: Domain,
  workspaceId: string,
  entry: AlertPreviewEntry,
  signal: AbortSignal,
): Promise<AlertPreview> {
  const { fields, scope } = await previewScope(domain, workspaceId, entry);
  const since = new Date(domain.now().getTime() - alertLimits.previewDays * dayMs);
  const { condition } = fields;

  const preview =
    condition.type === 'passed'
      ? await passings(domain, { ...fields, condition }, scope, since)
      : await appearances(domain, { ...fields, condition }, scope, { since, signal });
  const lacksVideos = await hasTrendGap(domain.db, workspaceId);
  return { ...preview, complete: preview.complete && !lacksVideos };
}

const previewOf = (findings: readonly AlertFinding[], complete: boolean): AlertPreview => ({
  days: alertLimits.previewDays,
  matches: findings.length,
  complete,
  findings: findings.slice(0, alertLimits.previewExamples),
});

async function appearances(
  domain: Domain,
  { condition }: ScopeFields & { readonly condition: Parameters<typeof findingIn>[0] },
  { choice, names }: Scope,
  { since, signal }: { readonly since: Date; readonly signal: AbortSignal },
): Promise<AlertPreview> {
  const videosAtMost = alertLimits.previewVideos;
  const videos = await recentWithBrands(domain.db, choice, { since, limit: videosAtMost + 1 });
  const findings: AlertFinding[] = [];

  for (const { job_id: jobId, title } of videos.slice(0, videosAtMost)) {
    const moments = await momentsOfJob(domain, jobId, choice.brandKeys ?? [], signal);
    const finding = moments && findingIn(condition, names, moments);
    if (finding) findings.push(viewOf(jobId, title, finding));
  }

  return previewOf(findings, videos.length <= videosAtMost);
}

const viewOf = (
  jobId: string,
  title: string | null,
  { frameUrl, ...finding }: Finding,
): AlertFinding => ({
  job_id: jobId,
  title,
  ...finding,
  brands: [...finding.brands],
  frame_url: frameUrl,
});

/** Lets the videos come again in the order in which their jobs ended, and compares the brands after each. */
async function passings(
  domain: Domain,
  { condition, time_zone: timeZone }: ScopeFields & { condition: AlertConditionOf<'passed'> },
  scope: Scope,
  since: Date,
): Promise<AlertPreview> {
  if (scope.own === null) return previewOf([], true);

  const { startsAt } = periodOf(condition, timeZone, since);
  const from = new Date(Math.max(startsAt.getTime(), scope.choice.from.getTime()));
  const rows = await brandsAsTheyCame(domain.db, { ...scope.choice, from }, passingRows);
  const byJob = Map.groupBy(rows.toReversed(), ({ job_id: jobId }) => jobId);
  const periods = new Map<string, { sums: Map<string, number>; standings: Standings }>();
  const measure = measureOf(condition);
  const rivals = scope.names.chosen.filter((key) => key !== scope.own);
  const findings: AlertFinding[] = [];
  const periodsSoFar: Period[] = [];
  const slices = new TimeSlices();

  for (const [jobId, brands] of byJob) {
    await slices.giveWay();
    const [video] = brands as [BrandOfVideo];
    const { start } = periodOfVideo(periodsSoFar, video, condition, timeZone);
    const period = periods.get(start) ?? { sums: new Map(), standings: new Map() };
    for (const brand of brands)
      period.sums.set(brand.name_key, (period.sums.get(brand.name_key) ?? 0) + brand[measure]);

    const { passed, standings } = compared({
      brand: scope.own,
      rivals,
      sums: period.sums,
      present: new Set(brands.map(({ name_key: key }) => key)),
      before: period.standings,
    });
    periods.set(start, { sums: period.sums, standings });

    const finding = passingFinding(scope, [], { passed, sums: period.sums });
    const moment = brands.find(({ name_key: key }) => key === passed[0])?.moment ?? null;
    if (finding && video.completed_at >= since)
      findings.push(viewOf(jobId, video.title, { ...finding, moment }));
  }

  return previewOf(findings.reverse(), rows.length < passingRows);
}

type Period = ReturnType<typeof periodOf>;

/** The period of a video, kept for those that follow: thousands lie in the same few, and finding one takes long. */
function periodOfVideo(
  periodsSoFar: Period[],
  { dated_at: time }: BrandOfVideo,
  condition: AlertConditionOf<'passed'>,
  timeZone: string,
): Period {
  const earlier = periodsSoFar.find(({ startsAt, endsAt }) => startsAt <= time && time < endsAt);
  if (earlier) return earlier;

  const period = periodOf(condition, timeZone, time);
  periodsSoFar.push(period);
  return period;
}
