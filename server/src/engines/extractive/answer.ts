/** Answers a question with a known fact, or with the passage that is about it, or not at all. */
import { contentStems } from '../../analysis/words.ts';
import type { DraftAnswer, Question } from '../language.ts';
import { factAnswer } from './facts.ts';
import { type Asked, cite, type Indexed, noAnswer, readQuestion } from './question.ts';

/** Share of the question's words, by weight, that a passage must hold to count as being about it. */
const minCoverage = 0.6;
/** A passage that is about the question need not answer it. */
const passageConfidence = 0.6;
const maxAnswerCharacters = 400;
/** Further passages that are as good as the best are evidence too. */
const maxCited = 3;

export function answerFrom(question: Question): DraftAnswer {
  const asked = readQuestion(question.query);
  return factAnswer(question, asked) ?? passageAnswer(question, asked);
}

interface Match extends Indexed {
  /** 0 to 1. */
  readonly coverage: number;
  readonly length: number;
}

function passageAnswer(question: Question, asked: Asked): DraftAnswer {
  const matches = matchesOf(question, asked).filter((match) => match.coverage >= minCoverage);
  const best = matches[0];
  if (!best) return { ...noAnswer, degraded: true };
  const certainty = asked.stems.length === 1 ? 0.7 : 1;
  const confidence = passageConfidence * best.coverage * certainty;
  if (/^(which|what|how many) videos\b/.test(asked.words) && question.videos.length > 1) {
    return { ...videosAnswer(question, matches), confidence };
  }
  const cited = matches.filter((match) => match.coverage === best.coverage).slice(0, maxCited);
  const answer = (best.passage.quotable ?? '').slice(0, maxAnswerCharacters);
  return { answer, confidence, citations: cited.map(cite), degraded: true };
}

function videosAnswer({ videos }: Question, matches: readonly Match[]): DraftAnswer {
  const first = new Map<number, Match>();
  for (const match of matches) {
    const video = match.passage.moments[0]?.video ?? 0;
    if (!first.has(video)) first.set(video, match);
  }
  const found = [...first.keys()].sort((a, b) => a - b);
  const answer = `${found.length} of ${videos.length}: ${found.map((video) => videos[video]).join(', ')}`;
  return { answer, confidence: 0, citations: [...first.values()].map(cite), degraded: true };
}

/** Passages with words to quote, best first: those that hold most of what is asked, then the shorter. */
function matchesOf({ passages }: Question, { stems, seen, said }: Asked): Match[] {
  const readable = passages.flatMap((passage, index) => {
    // What is shown is not learned from what somebody says, nor the other way round.
    const other = seen !== said && (passage.source === 'speech') === seen;
    if (passage.quotable === null || other) return [];
    return [{ index, passage, words: new Set(contentStems(passage.text)) }];
  });
  const weights = stems.map((word) => {
    const holders = readable.filter((one) => one.words.has(word)).length;
    return Math.log(1 + (readable.length + 1) / (holders + 1));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return readable
    .map(({ index, passage, words }) => {
      const held = stems.reduce(
        (sum, word, at) => sum + (words.has(word) ? (weights[at] ?? 0) : 0),
        0,
      );
      return { index, passage, coverage: total > 0 ? held / total : 0, length: words.size };
    })
    .sort((a, b) => b.coverage - a.coverage || a.length - b.length);
}
