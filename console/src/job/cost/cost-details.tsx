/** How the cost of a job adds up: the estimate and the charge side by side, item by item. */
import type { JobRowView } from '@reelsight/contract';
import { type Estimate, Items, itemsText, useEstimate } from '../../analyse/cost.tsx';
import { number } from '../../format/quantity.ts';
import { lengthText } from '../../format/time.ts';
import styles from '../job-page.module.css';
import { askedAgain } from './asked-again.ts';
import { costOf, itemsAbove, rememberedEstimate } from './cost-of.ts';

interface JobCostProps {
  readonly row: JobRowView;
}

/** The estimate and the charge, each broken down into items if the API provides them. */
export function CostDetails({ row }: JobCostProps) {
  const { data: estimate } = useEstimate({ kind: 'job', body: askedAgain(row) });
  const cost = costOf(row, rememberedEstimate(row.job_id));
  const length = row.video_duration_seconds;
  // If the length or frame rate turned out different from the estimate's assumption, the items would not add up to the
  // estimate, so they are left out.
  const fits = estimate?.credits === row.credits_estimated;

  return (
    <section aria-label="Cost" className={styles.keys}>
      <dl>
        <div>
          <dt>Estimated</dt>
          <dd>
            {cost.kind === 'estimated' ? number(cost.credits) : number(row.credits_estimated)}{' '}
            {length === null ? 'for a length not yet known' : `for ${lengthText(length)}`}
            {estimate && fits && <Items breakdown={estimate.breakdown} />}
          </dd>
        </div>
        <div>
          <dt>Charged</dt>
          <dd>
            {chargedWords(row)}
            {estimate && fits && (
              <Above estimated={estimate.breakdown} charged={row.charge_breakdown} />
            )}
            <Items breakdown={row.charge_breakdown} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

interface AboveProps {
  readonly estimated: Estimate['breakdown'];
  readonly charged: Estimate['breakdown'];
}

/** What cost more than was estimated, and why it can. */
function Above({ estimated, charged }: AboveProps) {
  const items = itemsAbove(estimated, charged);
  if (items.length === 0) return null;

  const isSlower = items.some(({ item }) => item === 'processing');
  return (
    <>
      {' '}
      Above the estimate: {itemsText(items)}.
      {isSlower &&
        ' Processing is charged by the seconds that it takes, and a busy machine takes more.'}
    </>
  );
}

function chargedWords(row: JobRowView): string {
  const { credits_charged: charged, credits_estimated: estimated, processing_seconds: took } = row;
  if (charged === null)
    return row.status === 'failed' || row.status === 'cancelled'
      ? 'Nothing.'
      : 'Nothing yet: the work that is really done is charged at the end.';

  const work = took === null ? '' : `, of it ${lengthText(took)} of processing`;
  const difference = estimated - charged;
  const explanation =
    difference > 0
      ? ` ${number(difference)} less than estimated: the estimate allows for a slow machine and counts every frame; only what was done is charged.`
      : difference < 0
        ? ` ${number(-difference)} more than estimated: the work took longer than the estimate allows for.`
        : '';

  return `${number(charged)} for the work that was done${work}.${explanation}`;
}
