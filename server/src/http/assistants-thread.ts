/**
 * Parses results for the tools of assistants in a separate thread: those of a long video take up to a second, for which
 * other calls must not wait. What a tool shows of them is small.
 */
import { type AnswerToShow, shownAnswer } from '@reelsight/mcp/views';
import { answerOrders } from '../threads/answer-orders.ts';

const handlers = {
  show: (order: AnswerToShow) => {
    const outcome = shownAnswer(order);
    // Gives the memory back now; garbage is collected so rarely that many answers would be kept.
    (order.answer.buffer as ArrayBuffer).transfer(0);

    return outcome;
  },
};
export type AssistantsThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
