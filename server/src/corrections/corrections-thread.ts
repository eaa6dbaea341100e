/**
 * Corrects results in a separate thread: for long videos that takes a second, during which other requests would have to
 * wait.
 */
import type { TranscriptChanges, TranscriptSegment } from '@reelsight/contract';
import { answerOrders, type OrderContext } from '../threads/answer-orders.ts';
import { handedOver } from '../threads/worker-thread.ts';
import { checkedCorrection } from './check.ts';
import { clipMoments } from './clip-order.ts';
import { type AggregateOrder, changedJobJson, correctedAggregateJson } from './corrected-batch.ts';
import { correctedJson } from './order.ts';
import { mendedSegments } from './transcript.ts';

interface MendOrder {
  readonly segments: readonly TranscriptSegment[];
  readonly changes: TranscriptChanges;
}

const mended = ({ segments, changes }: MendOrder): TranscriptSegment[] =>
  mendedSegments(segments, changes);

/** The bytes are handed over to the caller instead of being copied. */
function correctedAggregate(
  order: AggregateOrder,
  { transfer }: OrderContext,
): Uint8Array<ArrayBuffer> {
  const bytes = handedOver(Buffer.from(correctedAggregateJson(order)));
  transfer(bytes.buffer);
  return bytes;
}

const handlers = {
  clip: clipMoments,
  correct: correctedJson,
  mend: mended,
  check: checkedCorrection,
  changedJob: changedJobJson,
  aggregate: correctedAggregate,
};
export type CorrectionThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
