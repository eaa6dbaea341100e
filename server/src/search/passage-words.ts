/** Pure functions that determine the words by which a passage is found: those of its text, and tags for filters. */
import { tokensOf } from '../analysis/search-tokens.ts';
import { parseResultFields } from '../artifacts/results-text.ts';
import { type Passage, passagesOf, type SearchedJob } from './search-passages.ts';

/** Returns the form in which a tag for a filter is stored: as a word that no text can contain. */
export const tagWord = (tag: string): string => `#${tag}`;
/** Every passage has this tag, so the tag's number of uses is the workspace's number of passages. */
export const everyPassage = tagWord('all');
export const languageTag = (language: string): string => `language:${language}`;

/** The result fields that passages are made from. */
export const searchedFields = [
  'transcription',
  'on_screen_text',
  'query_results',
  'metadata',
  'brands',
  'objects',
] as const;

export interface WordedPassage extends Omit<Passage, 'tags'> {
  /** Words of the text, in their order. */
  readonly words: readonly string[];
  /** Single characters and tags, in no particular order. */
  readonly others: readonly string[];
  readonly isName: boolean;
}

export interface WordedJob {
  /** Primary language of the speech; null if it is unknown. */
  readonly language: string | null;
  readonly passages: readonly WordedPassage[];
}

/**
 * Makes a job's passages with their words. `json` is an object with those fields of `searchedFields` that the results
 * have.
 */
export function wordedJob(job: SearchedJob, json: string): WordedJob {
  const results = parseResultFields<(typeof searchedFields)[number]>(json);
  const language = languageOf(results.transcription?.language);
  const passages = passagesOf(job, results).map((passage) => worded(passage, language));
  return { language, passages };
}

const languageOf = (code: string | undefined): string | null => {
  const primary = code?.toLowerCase().split('-')[0] ?? '';
  return primary === '' || primary === 'und' ? null : primary;
};

function worded({ tags, ...passage }: Passage, language: string | null): WordedPassage {
  const { kind, text } = passage;
  const { words, characters } = tokensOf(text);
  const tagWords = [
    `kind:${kind}`,
    ...tags,
    ...(kind === 'speech' && language ? [languageTag(language)] : []),
  ];
  return {
    ...passage,
    words: words.map(({ word }) => word),
    others: [
      ...new Set([...characters.map(({ word }) => word), everyPassage, ...tagWords.map(tagWord)]),
    ],
    isName: kind === 'brand' || kind === 'object' || kind === 'title',
  };
}
