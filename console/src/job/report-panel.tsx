/** Makes a report of one job, without anything below the page's minimum confidence. */
import { ReportMaker } from '../pages/reports/report-maker.tsx';
import type { JobActionProps } from './job-action.ts';
import { useJobAddress } from './job-address.ts';
import { leastOf } from './sure.ts';

export function ReportPanel({ row, onClose }: JobActionProps) {
  const [getParam] = useJobAddress();
  const minConfidence = leastOf(getParam('least'));
  const about = {
    job_ids: [row.job_id],
    ...(minConfidence > 0 && { min_confidence: minConfidence }),
  };
  const brandNames = row.highlights?.brands.map(({ name }) => name) ?? [];
  return <ReportMaker about={about} known={brandNames} onClose={onClose} />;
}
