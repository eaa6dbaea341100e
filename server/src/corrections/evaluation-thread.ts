/**
 * Compares results in a separate thread: those of long videos take a second, during which other requests would wait.
 */
import { answerOrders } from '../threads/answer-orders.ts';
import { evaluated } from './evaluation.ts';

const handlers = { evaluate: evaluated };
export type EvaluationThread = typeof handlers;

answerOrders(handlers);
