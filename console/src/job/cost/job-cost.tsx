/**
 * The cost of a job, shown in the same way everywhere: first a guess, then the estimate for the actual length, then the
 * charge.
 */
import type { JobRowView } from '@reelsight/contract';
import { capabilityList } from '../../format/words.ts';
import { Credits } from '../../ui/moment.tsx';
import { costOf, rememberedEstimate } from './cost-of.ts';

interface JobCostProps {
  readonly row: JobRowView;
}

/** `about 12 credits`, `42 credits`, `not charged`; on hover, what the credits pay for. */
export function JobCost({ row }: JobCostProps) {
  const cost = costOf(row, rememberedEstimate(row.job_id));
  const purchase = capabilityList(row.capabilities);
  if (cost.kind === 'none') return <span>not charged</span>;
  if (cost.kind === 'charged')
    return <Credits amount={cost.credits} bought={`Charged for: ${purchase}`} />;

  return (
    <span title={cost.lengthKnown ? undefined : 'The length of the video is not read yet.'}>
      about <Credits amount={cost.credits} bought={`Estimate for: ${purchase}`} />
      {!cost.lengthKnown && ', length not yet known'}
    </span>
  );
}
