/**
 * Corrects results in a separate thread: those of long videos take a second, during which other requests would wait.
 */
import { answerOrders } from '../threads/answer-orders.ts';
import { correctedJson } from './order.ts';

const handlers = { correct: correctedJson };
export type CorrectionThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
