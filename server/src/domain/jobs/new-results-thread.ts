/** Prepares new results in a separate thread. */
import { answerOrders } from '../../threads/answer-orders.ts';
import { newResults } from './new-results.ts';

const handlers = { prepare: newResults };
export type NewResultsThread = typeof handlers;

answerOrders(handlers);
