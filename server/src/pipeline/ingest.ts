/** Stage 1, in the process of the job: the video becomes sound, sampled pictures, cuts and a thumbnail. */
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import { ingestMedia } from '../media/ingest.ts';
import { type IngestionFacts, needsFrames, type StageContext, type StageOrder } from './orders.ts';

export async function runIngestion(
  order: StageOrder,
  context: StageContext,
): Promise<IngestionFacts> {
  if (!order.source) throw new Fault('PROCESSING_ERROR', 'ingestion without a source');
  const pass = await ingestMedia({
    path: order.source,
    outDir: join(order.workDir, 'ingestion'),
    fps: needsFrames(order.job.capabilities) ? order.job.fps : 0,
    limits: order.limits,
    signal: context.signal,
    // The download was the first half of the bar.
    onProgress: (fraction) => context.progress(0.5 + fraction / 2),
  });
  return {
    title: pass.probe.tags.title ?? null,
    durationSeconds: pass.probe.durationSeconds,
  };
}
