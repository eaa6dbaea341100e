/** Writes the report as data: exposure, videos and their links. */
import { jobPath } from '@reelsight/contract/console-paths';
import { identityOf } from '../analysis/name-key.ts';
import type { ReportContent } from './content.ts';

export function jsonOf(content: ReportContent): Uint8Array {
  const {
    report_id,
    title,
    created_at,
    exposure,
    videos,
    missing,
    asked: request,
    origin,
    changes,
    slots,
  } = content;
  const report = {
    report_id,
    title,
    created_at,
    missing,
    ...(changes && { changes }),
    exposure,
    // So that a page that draws the numbers gives each brand its colour.
    brand_colours: exposure.brands.flatMap(({ name }) => {
      const slot = slots.get(identityOf(name));
      return slot === undefined ? [] : [{ name, slot }];
    }),
    asked: {
      brands: request.brands,
      min_confidence: request.minConfidence,
      cpm_usd: request.cpmUsd,
      audience: request.audience,
    },
    videos: videos.map((video) => ({
      job_id: video.job_id,
      title: video.title,
      duration_seconds: video.duration_seconds,
      link: origin + jobPath(video.job_id),
      engines: video.engines,
      brands: video.lanes.map((lane) => ({ name: lane.name, seen: lane.seen, said: lane.said })),
    })),
  };
  return Buffer.from(`${JSON.stringify(report, null, 1)}\n`);
}
