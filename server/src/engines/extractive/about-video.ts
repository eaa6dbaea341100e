/** Questions about the video itself: its length, title and maker, its picture, how many people speak. */
import type { DraftAnswer } from '../language.ts';
import { type Asked, cite, type Indexed, noAnswer } from './question.ts';

const video = '(?:video|clip|film|movie|recording|footage)';
const thisVideo = `(?:the|this) ${video}`;
/** "what is the", "what's this video's" */
const whatIs = `^what (?:is|s|was|are|were) (?:(?:the|this) )?(?:${video} s )?`;
const ofVideo = `(?: (?:of|for) ${thisVideo}| does ${thisVideo} have)?$`;

/**
 * The patterns match whole questions only: "the resolution of the conflict" is a different question from "the
 * resolution".
 */
const questions: readonly (readonly [RegExp, readonly string[]])[] = [
  [new RegExp(`^how long (?:is|was) (?:it|${thisVideo})$`), ['duration_seconds']],
  [new RegExp(`${whatIs}(?:duration|length|running time)${ofVideo}`), ['duration_seconds']],
  [new RegExp(`${whatIs}(?:title|name)${ofVideo}|^what is ${thisVideo} called$`), ['title']],
  [new RegExp(`^who (?:made|posted|uploaded|published|created) (?:it|${thisVideo})$`), ['author']],
  [
    new RegExp(`^(?:who|what) (?:is|s|was) the (?:author|uploader|creator|channel)${ofVideo}`),
    ['author'],
  ],
  [
    new RegExp(`^when (?:is|was) (?:it|${thisVideo}) (?:published|uploaded|posted|released)$`),
    ['published_at'],
  ],
  [
    new RegExp(`${whatIs}(?:publication|publishing|upload|release) date${ofVideo}`),
    ['published_at'],
  ],
  [new RegExp(`^how many views(?: does (?:it|${thisVideo}) have)?$`), ['view_count']],
  [new RegExp(`^how many likes(?: does (?:it|${thisVideo}) have)?$`), ['like_count']],
  [new RegExp(`^how many comments(?: does (?:it|${thisVideo}) have)?$`), ['comment_count']],
  [new RegExp(`${whatIs}(?:resolution|dimensions|picture size)${ofVideo}`), ['width', 'height']],
  [new RegExp(`${whatIs}(?:frame rate|frames per second|fps)${ofVideo}`), ['fps']],
  [new RegExp(`${whatIs}tags${ofVideo}`), ['tags']],
];

export function metadataAnswer(
  passages: readonly Indexed[],
  { words }: Asked,
  videos: number,
): DraftAnswer | null {
  const videoFields = questions.find(([pattern]) => pattern.test(words))?.[1];
  if (!videoFields || videos !== 1) return null;

  const matches = videoFields.flatMap(
    (field) => passages.find(({ passage: { subject } }) => subject.name === field) ?? [],
  );
  const values = matches.map((match) => match.passage.quotable ?? '');
  if (values.length < videoFields.length) return noAnswer;

  const answer =
    videoFields[0] === 'duration_seconds' ? duration(Number(values[0])) : values.join(' x ');
  return { answer, confidence: 0.95, citations: matches.map(cite), degraded: false };
}

const howManySpeakers =
  /^how many (?:different )?(?:speakers|voices|people (?:speak|talk|are (?:speaking|talking)))\b/;

export function speakersAnswer(passages: readonly Indexed[], { words }: Asked): DraftAnswer | null {
  if (!howManySpeakers.test(words)) return null;
  const first = new Map<string, Indexed>();

  for (const passage of passages) {
    const { kind, name } = passage.passage.subject;
    if (kind === 'speech' && name !== '' && !first.has(name)) first.set(name, passage);
  }

  if (first.size === 0) return noAnswer;
  const answer = first.size === 1 ? '1 speaker' : `${first.size} speakers`;

  return { answer, confidence: 0.7, citations: [...first.values()].map(cite), degraded: false };
}

/** "1 minute 15.5 seconds" */
export function duration(value: number): string {
  const totalSeconds = Math.round(value * 10) / 10;
  const minutes = Math.floor(totalSeconds / 60);
  const rest = Math.round((totalSeconds % 60) * 10) / 10;
  const seconds = `${rest} second${rest === 1 ? '' : 's'}`;
  return minutes === 0 ? seconds : `${minutes} minute${minutes === 1 ? '' : 's'} ${seconds}`;
}
