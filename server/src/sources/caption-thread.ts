/** The code of the thread that caption-reader.ts starts. */
import { answerOrders } from '../threads/answer-orders.ts';
import { readCaptions } from './caption-file.ts';
import type { RawInfo } from './metadata.ts';

const handlers = { cues: readCaptions, about: aboutOf };
export type CaptionThread = typeof handlers;

const mostOfList = 1000;

/** Keeps only the data about captions, because a description lists thousands of addresses. */
function aboutOf(json: string): RawInfo | null {
  try {
    const { language, subtitles, automatic_captions: automatic, formats } = JSON.parse(json);
    return {
      language,
      subtitles: keysOf(subtitles),
      automatic_captions: keysOf(automatic),
      formats: Array.isArray(formats) ? formats.slice(0, mostOfList).map(trackOf) : [],
    };
  } catch {
    return null;
  }
}

const keysOf = (list: unknown): Record<string, true> =>
  Object.fromEntries(
    Object.keys(list ?? {})
      .slice(0, mostOfList)
      .map((key) => [key, true]),
  );

const trackOf = (format: { language?: unknown; language_preference?: unknown } | null) => ({
  language: format?.language,
  language_preference: format?.language_preference,
});

answerOrders(handlers);
