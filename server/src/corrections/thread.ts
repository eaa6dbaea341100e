/** Corrects results in a separate thread: those of long videos take a second, for which others must not wait. */
import { answerOrders } from '../threads/answer-orders.ts';
import { correctedJson } from './order.ts';

const handlers = { correct: correctedJson };
export type CorrectionThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
