/**
 * Compares results in a separate thread: for long videos that takes a second, during which other requests would have to
 * wait.
 */
import { answerOrders } from '../threads/answer-orders.ts';
import { evaluated } from './evaluation.ts';

const handlers = { evaluate: evaluated };
export type EvaluationThread = typeof handlers;

answerOrders(handlers);
