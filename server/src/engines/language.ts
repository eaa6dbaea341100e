/** The interface of an engine that summarises a video and answers questions about it, and the material it reads. */
import type { AnswerSlot, ReadyQuestion, UnansweredReason } from '@reelsight/contract';
import type { CallContext, EngineInfo } from './engine.ts';

export type EvidenceSource = 'speech' | 'visual' | 'text' | 'metadata';

/** A moment at which something is said or seen, in seconds of one video. */
export interface Moment {
  /** Index of the video in the question; 0 if there is only one. */
  readonly video: number;
  readonly start: number;
  readonly end: number;
  readonly frameUrl?: string;
}

/** The subject of a passage, for engines that look up facts instead of reading. */
export interface Subject {
  /** `total`: in how many videos of a batch a brand or object appears. */
  readonly kind: 'speech' | 'text' | 'brand' | 'object' | 'metadata' | 'total';
  /** Name of the brand, object or metadata field, or number of the speaker; '' for other kinds. */
  readonly name: string;
}

/**
 * One numbered item of what is known about a video: a stretch of speech, a text, a brand's appearances, a metadata
 * field.
 */
export interface Passage {
  readonly source: EvidenceSource;
  readonly subject: Subject;
  /** The text that is searched and that a model reads. */
  readonly text: string;
  /** The verbatim words that a quote must come from; null for something that is only seen. */
  readonly quotable: string | null;
  /** At least one, ascending by video and start. */
  readonly moments: readonly Moment[];
  /** How certain the detector was, 0 to 1; absent if the source states it as fact. */
  readonly confidence?: number;
}

export interface SummaryMaterial {
  readonly title: string | null;
  /** Language of the speech, BCP 47 primary subtag; '' when unknown. */
  readonly language: string;
  /** In order of time, already cut to `materialTokens` so that every part of the video is represented. */
  readonly passages: readonly Passage[];
}

export interface DraftSummary {
  readonly text: string;
  readonly keyTopics: readonly string[];
  /** True if the summary consists of picked sentences instead of written text (`summary_degraded`). */
  readonly degraded: boolean;
}

export interface Question {
  readonly query: string;
  /** The names by which an answer calls the videos: one entry for a job, one per job for a batch. */
  readonly videos: readonly string[];
  /** Retrieved for this query, within `materialTokens`. */
  readonly passages: readonly Passage[];
}

export interface Citation {
  /** Index into the question's passages. */
  readonly passage: number;
  /** Words claimed to be in the passage; null for something that is only seen. */
  readonly quote: string | null;
}

/** An answer whose evidence has not been checked yet; `answer` is '' if there is none. */
export interface DraftAnswer {
  readonly answer: string;
  readonly confidence: number;
  readonly citations: readonly Citation[];
  /** True if the answer is a passage that was looked up, not text that was written (`query_degraded`). */
  readonly degraded: boolean;
}

/** The form that an answer must have. */
export interface AnswerShape {
  readonly slot: AnswerSlot;
  /** The schema that `slot` was read from, or a schema for the choices. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The ready question that the form belongs to; null for any other question. */
  readonly ready: ReadyQuestion | null;
}

export interface ShapedQuestion extends Question {
  readonly shape: AnswerShape;
}

/** A citation for one value of an answer, which `path` names by a JSON Pointer. */
export interface FieldCitation extends Citation {
  readonly path: string;
}

/** An answer in a form, whose form and evidence have not been checked yet; `value` is undefined if there is none. */
export interface DraftValue {
  readonly value: unknown;
  readonly confidence: number;
  readonly citations: readonly FieldCitation[];
  /** True if the values were looked up in passages (`query_degraded`). */
  readonly degraded: boolean;
  /** Why there is no value. */
  readonly reason?: UnansweredReason;
}

/** A line of a transcript, as an engine reads it that marks passages. */
export interface TimedLine {
  /** Seconds. */
  readonly start: number;
  readonly text: string;
}

/** Lines that follow one another; between two excerpts something is left out. */
export type Excerpt = readonly TimedLine[];

/** A passage that is claimed to be paid for, not checked yet. */
export interface DraftPaidPassage {
  /** Indices over the lines of all excerpts; both lines belong to the passage. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly advertiser: string | null;
  /** Words claimed to be in these lines. */
  readonly quote: string;
}

export type MarkPaid = (
  excerpts: readonly Excerpt[],
  context: CallContext,
) => Promise<readonly DraftPaidPassage[]>;

/** All methods throw Fault ANALYSIS_FAILED, and none is called without something to read. */
export interface LanguageEngine {
  readonly info: EngineInfo;
  /** Maximum number of tokens that the passages of one call may have. */
  readonly materialTokens: number;
  summarise(material: SummaryMaterial, context: CallContext): Promise<DraftSummary>;
  answer(question: Question, context: CallContext): Promise<DraftAnswer>;
  /** Answers in the form that the question asks for. */
  answerInShape(question: ShapedQuestion, context: CallContext): Promise<DraftValue>;
  /** Marks passages that are paid for; null if the engine does not understand what it reads. */
  readonly markPaid: MarkPaid | null;
}

/**
 * Estimates the tokens of a text, erring on the high side: four Latin letters count as one token, and so does each
 * character of any other script.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let i = 0; i < text.length; i += 1) quarters += text.charCodeAt(i) < 0x250 ? 1 : 4;
  return Math.ceil(quarters / 4);
}
