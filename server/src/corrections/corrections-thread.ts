/**
 * Corrects results in a separate thread: for long videos that takes a second, during which other requests would have to
 * wait.
 */
import type { TranscriptChanges, TranscriptSegment } from '@reelsight/contract';
import { answerOrders } from '../threads/answer-orders.ts';
import { checkedCorrection } from './check.ts';
import { changedJobJson, rowsOfJson } from './corrected-batch.ts';
import { correctedJson } from './order.ts';
import { mendedSegments } from './transcript.ts';

interface MendOrder {
  readonly segments: readonly TranscriptSegment[];
  readonly changes: TranscriptChanges;
}

const mended = ({ segments, changes }: MendOrder): TranscriptSegment[] =>
  mendedSegments(segments, changes);

const handlers = {
  correct: correctedJson,
  mend: mended,
  check: checkedCorrection,
  changedJob: changedJobJson,
  batchRows: rowsOfJson,
};
export type CorrectionThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
