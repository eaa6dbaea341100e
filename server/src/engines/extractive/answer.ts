/** Answers a question with a known fact, or with the sentence that answers it, or not at all. */
import { cutText } from '@reelsight/contract/cut-text';
import type { DraftAnswer, Question } from '../language.ts';
import { factAnswer } from './facts.ts';
import { type Asked, cite, noAnswer, readQuestion } from './question.ts';
import { type Match, rankSentences, settings } from './rank.ts';

/** Upper limit of the confidence, because the sentence found may not be an answer, however well it fits. */
const mostConfidence = 0.6;
const maxAnswerCharacters = 400;
/** Maximum number of sentences cited: sentences with the same score as the best are evidence too. */
const maxCited = 3;

/** Yields to the event loop from time to time, because a batch may have very many sentences. */
export async function answerFrom(question: Question): Promise<DraftAnswer> {
  const parsedQuestion = readQuestion(question.query);
  return factAnswer(question, parsedQuestion) ?? sentenceAnswer(question, parsedQuestion);
}

async function sentenceAnswer(question: Question, parsedQuestion: Asked): Promise<DraftAnswer> {
  const matches = await rankSentences(question, parsedQuestion);
  const [best, second] = matches;
  if (!best) return { ...noAnswer, degraded: true };

  // A sentence that is far ahead of the next is more likely to be the answer.
  const lead = Math.min(settings.mostLead, best.score - (second?.score ?? 0));
  const minScore = settings.minScore - settings.lead * lead;
  const good = matches.filter(({ score }) => score >= minScore);
  if (good.length === 0) return { ...noAnswer, degraded: true };
  const confidence = mostConfidence * Math.min(1, best.score);

  if (/^(which|what|how many) videos\b/.test(parsedQuestion.words) && question.videos.length > 1) {
    return { ...videosAnswer(question, good), confidence };
  }

  const cited = good.filter((match) => match.score === best.score).slice(0, maxCited);
  const answer = cutText(best.passage.quotable ?? '', maxAnswerCharacters);

  return { answer, confidence, citations: cited.map(cite), degraded: true };
}

function videosAnswer({ videos }: Question, matches: readonly Match[]): DraftAnswer {
  const first = new Map<number, Match>();

  for (const match of matches) {
    const video = match.passage.moments[0]?.video ?? 0;
    if (!first.has(video)) first.set(video, match);
  }

  const videoIndexes = [...first.keys()].sort((a, b) => a - b);
  const answer = `${videoIndexes.length} of ${videos.length}: ${videoIndexes.map((video) => videos[video]).join(', ')}`;

  return { answer, confidence: 0, citations: [...first.values()].map(cite), degraded: true };
}
