/**
 * The embedded language engine: picks sentences and looks up facts. It never writes text itself, so it can't invent
 * anything.
 */
import type { LanguageEngine } from '../language.ts';
import { answerFrom } from './answer.ts';
import { valueFrom } from './shaped-answer.ts';
import { summaryFrom } from './summary.ts';

/**
 * Always available: it only processes text and needs no model. A call takes milliseconds, so the signal is only checked
 * between calls.
 */
export function openExtractive(): LanguageEngine {
  return {
    info: { name: 'extractive', version: '3', kind: 'embedded' },
    materialTokens: Number.POSITIVE_INFINITY,
    summarise: async (material, { signal }) => {
      signal.throwIfAborted();
      return summaryFrom(material);
    },
    answer: async (question, { signal }) => {
      signal.throwIfAborted();
      return answerFrom(question);
    },
    answerInShape: async (question, { signal }) => {
      signal.throwIfAborted();
      return valueFrom(question);
    },
    markPaid: null,
  };
}
