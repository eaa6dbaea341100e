/** Groups the jobs for the same video: the newest comes first, with the earlier ones below it. */
import type { JobRowView } from '@reelsight/contract';

export interface NestedRows {
  readonly rows: readonly JobRowView[];
  /** Ids of the jobs that are listed below another job for the same video. */
  readonly nested: ReadonlySet<string>;
}

const videoOf = (row: JobRowView): string => row.upload_key ?? row.url ?? row.job_id;

export function nestedRows(rows: readonly JobRowView[]): NestedRows {
  const byVideo = Map.groupBy(rows, videoOf);
  const groups = [...byVideo.values()];
  return {
    rows: groups.flat(),
    nested: new Set(groups.flatMap(([, ...rest]) => rest.map(({ job_id }) => job_id))),
  };
}
