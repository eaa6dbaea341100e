/** The example that a test of an alert sends. */
import type { AlertCondition, AlertFinding } from '@reelsight/contract';
import { findAlertRow } from '../../db/alerts/alerts.ts';
import { matchPage } from '../../db/alerts/matches.ts';
import { findBrandSetRow } from '../../db/trends/brand-sets.ts';
import type { Domain } from '../domain.ts';
import { findingOfMatch } from './matches.ts';

const madeUp = { seconds: 8.5, moment: 12.5 } as const;

/** What the alert found last, or a made-up video if it has found none. */
export async function exampleOf(
  { db }: Pick<Domain, 'db'>,
  workspaceId: string,
  alertId: string,
): Promise<AlertFinding> {
  const [last] = await matchPage(db, alertId, { before: null, limit: 1 });
  if (last) return findingOfMatch(last);

  const alert = await findAlertRow(db, workspaceId, alertId);
  const setId = alert && 'brand_set_id' in alert.condition ? alert.condition.brand_set_id : null;
  const set = setId ? await findBrandSetRow(db, workspaceId, setId) : undefined;
  const brands = alert ? brandsOf(alert.condition, set?.own ?? set?.brands[0] ?? 'A brand') : [];
  return {
    job_id: 'job_example',
    title: 'A video that does not exist',
    brand: brands[0] ?? 'A brand',
    brands,
    ...madeUp,
    frame_url: null,
  };
}

function brandsOf(condition: AlertCondition, ofSet: string): string[] {
  if (condition.type === 'passed') return [condition.rivals[0] ?? condition.brand, condition.brand];
  if (condition.type === 'together') return [...condition.brands];
  return [condition.brands?.[0] ?? ofSet];
}
