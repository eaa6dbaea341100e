/**
 * Corrects results in a separate thread: for long videos that takes a second, during which other requests would have to
 * wait.
 */
import { answerOrders } from '../threads/answer-orders.ts';
import { correctedJson } from './order.ts';

const handlers = { correct: correctedJson };
export type CorrectionThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
