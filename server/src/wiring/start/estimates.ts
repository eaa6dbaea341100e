/** Updates the data for estimates from the available models and the finished jobs. */
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { chargedWork } from '../../db/jobs/ended-jobs.ts';
import { EstimateBasis } from '../../domain/prices/estimate-basis.ts';
import { chargedEngines } from '../../engines/registry.ts';
import type { Config } from '../settings/config.ts';
import { engineSettings } from '../settings/engine-settings.ts';

/**
 * Update interval. It is short, so that the first jobs of a new service, a new model or another machine soon affect
 * estimates.
 */
const defaultLearnEveryMs = 30_000;
/** So many that the jobs of one owner do not push those of all others out. */
const jobsLookedAt = 2000;

interface EstimatesPlace {
  readonly db: Database;
  readonly log: Logger;
  readonly closers: { add(close: () => Promise<void>): void };
  readonly learnEveryMs?: number;
}

export async function openEstimates(
  config: Config,
  { db, log, closers, learnEveryMs = defaultLearnEveryMs }: EstimatesPlace,
): Promise<EstimateBasis> {
  const basis = new EstimateBasis();
  const learn = async (): Promise<void> => {
    const engines = await chargedEngines(engineSettings(config));
    basis.learn(engines, await chargedWork(db, jobsLookedAt));
  };
  await learn();

  let learning = Promise.resolve();
  const timer = setInterval(() => {
    learning = learn().catch((error: unknown) => log.warn({ err: error }, 'basis of estimates'));
  }, learnEveryMs);
  timer.unref();
  closers.add(async () => {
    clearInterval(timer);
    await learning;
  });

  return basis;
}
