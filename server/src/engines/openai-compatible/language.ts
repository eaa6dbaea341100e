/**
 * Summaries, answers and paid passages from a language model: sends prompts, receives answers bound to a schema; their
 * evidence is checked elsewhere.
 */
import { cutText } from '@reelsight/contract/cut-text';
import type { CallContext, EngineInfo } from '../engine.ts';
import type {
  DraftAnswer,
  DraftPaidPassage,
  DraftSummary,
  DraftValue,
  LanguageEngine,
} from '../language.ts';
import type { ChatRequest, Remote } from './client.ts';
import { answerPrompt } from './prompts/answer.ts';
import { paidPrompt } from './prompts/paid.ts';
import { shapedPrompt } from './prompts/shaped-answer.ts';
import { summaryPrompt } from './prompts/summary.ts';

export type ModelRequest<T> = Omit<ChatRequest<T>, 'model' | 'user'> & { readonly user: string };

/** A function that answers a prompt with a value of a schema. Throws Fault ANALYSIS_FAILED. */
export type AskModel = <T>(request: ModelRequest<T>, context: CallContext) => Promise<T>;

export interface LanguageLimits {
  /**
   * Maximum tokens of passages in one call: the size of the model's context, less 1,500 tokens for prompt and answer.
   */
  readonly materialTokens: number;
  /** Maximum tokens of an answer; models that think before they answer need more. */
  readonly answerTokens: number;
}

const maxSummaryCharacters = 4000;
const maxAnswerCharacters = 2000;
const maxTopics = 10;
const maxTopicCharacters = 80;

/** The prompts are part of an engine's version, because they change what the same model answers. */
export const promptVersions = [summaryPrompt, answerPrompt, paidPrompt, shapedPrompt]
  .map(({ version }) => version)
  .join('.');

/** The language engine of a remote server, null if no language model is named. */
export function openRemoteLanguage(remote: Remote, limits: LanguageLimits): LanguageEngine | null {
  const model = remote.models.language;
  if (model === null) return null;
  const ask: AskModel = (request, context) => remote.chatJson({ ...request, model }, context);
  const version = `${model}, prompts ${promptVersions}`;
  return promptedLanguage({ name: 'openai-compatible', version, kind: 'remote' }, ask, limits);
}

/** Makes a language engine from any model that follows a schema, so that the local engine shares prompts and rules. */
export function promptedLanguage(
  info: EngineInfo,
  ask: AskModel,
  limits: LanguageLimits,
): LanguageEngine {
  const { materialTokens, answerTokens: maxTokens } = limits;
  return {
    info,
    materialTokens,
    summarise: async (material, context): Promise<DraftSummary> => {
      const { system, user } = summaryPrompt.write(material);
      const request = { name: 'summary', system, user, schema: summaryPrompt.schema, maxTokens };
      const { summary, key_topics } = await ask(request, context);

      return {
        text: cutText(summary.trim(), maxSummaryCharacters),
        keyTopics: topicsOf(key_topics),
        degraded: false,
      };
    },
    answer: async (question, context): Promise<DraftAnswer> => {
      const { system, user } = answerPrompt.write(question);
      const request = { name: 'answer', system, user, schema: answerPrompt.schema, maxTokens };
      const { answered, answer, confidence, evidence } = await ask(request, context);

      return {
        answer: answered ? cutText(answer.trim(), maxAnswerCharacters) : '',
        confidence,
        citations: evidence.map(({ passage, quote }) => ({ passage: passage - 1, quote })),
        degraded: false,
      };
    },
    answerInShape: async (question, context): Promise<DraftValue> => {
      const { system, user } = shapedPrompt.write(question);
      const schema = shapedPrompt.schema(question.shape);
      const shape = shapedPrompt.strictShape(question.shape);
      const request = { name: 'shaped_answer', system, user, schema, shape, maxTokens };
      const { answered, value, confidence, evidence } = await ask(request, context);

      return {
        value: answered ? value : undefined,
        confidence,
        citations: evidence.map(({ field, passage, quote }) => ({
          path: field,
          passage: passage - 1,
          quote,
        })),
        degraded: false,
        reason: 'not_said',
      };
    },
    markPaid: async (excerpts, context): Promise<DraftPaidPassage[]> => {
      const { system, user } = paidPrompt.write(excerpts);
      const request = { name: 'paid', system, user, schema: paidPrompt.schema, maxTokens };
      const { segments } = await ask(request, context);

      return segments.map(({ first_line, last_line, advertiser, quote }) => ({
        firstLine: first_line - 1,
        lastLine: last_line - 1,
        advertiser,
        quote,
      }));
    },
  };
}

function topicsOf(topics: readonly string[]): string[] {
  const clean = topics.map((topic) => topic.trim()).filter((topic) => topic !== '');
  const short = clean.filter((topic) => topic.length <= maxTopicCharacters);
  return [...new Set(short)].slice(0, maxTopics);
}
