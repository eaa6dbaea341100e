/** Corrections of transcripts, and names of speakers. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { EditSegment, JobSpeaker, SetSpeaker, TranscriptEdit } from './schema.gen.ts';

export type NewSegment = Loose<EditSegment>;
export type NewSpeaker = Loose<SetSpeaker>;

export interface UndoOptions extends CallOptions {
  /** The revision to undo; the call throws TRANSCRIPT_CHANGED if another one stands. */
  readonly revision?: number | undefined;
}

export interface EditFilter {
  /** Only edits of this line, by its index in the transcript as heard. */
  readonly segment?: number | undefined;
  readonly limit?: number | undefined;
}

export interface Transcripts {
  /**
   * Says what a line of the transcript really is, by its index in the transcript as heard. Throws ApiError
   * TRANSCRIPT_CHANGED if another revision stands than the one given.
   */
  edit(
    job: string,
    segment: number,
    edit: NewSegment,
    options?: CallOptions,
  ): ApiPromise<TranscriptEdit>;
  /** Undoes the last change of a line. */
  undo(job: string, segment: number, options?: UndoOptions): ApiPromise<void>;
  /** Changes of lines, newest first, with earlier versions. */
  edits(job: string, filter?: EditFilter, options?: CallOptions): Pages<TranscriptEdit>;
}

export interface Speakers {
  /** What people said of the speakers of a job. */
  list(job: string, options?: CallOptions): ApiPromise<JobSpeaker[]>;
  /** Names a speaker, or says that two are the same; an empty object takes back what was said. */
  set(
    job: string,
    speaker: number,
    facts: NewSpeaker,
    options?: CallOptions,
  ): ApiPromise<JobSpeaker>;
}

export const transcriptsOf = ({ call }: Connection): Transcripts => ({
  edit(id, segment, edit, options = {}) {
    const params = { id, segment: String(segment) };
    const request = { ...options, params, body: edit as EditSegment };
    return dataOf(call('editTranscriptSegment', request));
  },

  undo(id, segment, { revision, ...options } = {}) {
    const params = { id, segment: String(segment) };
    const query = revision === undefined ? {} : { revision };
    return nothingOf(call('undoTranscriptSegment', { ...options, params, query }));
  },

  edits(id, filter = {}, options = {}) {
    return pagesOf<QueryOf<'listTranscriptEdits'>, TranscriptEdit>(filter, (query) =>
      call('listTranscriptEdits', { ...options, params: { id }, query }),
    );
  },
});

export const speakersOf = ({ call }: Connection): Speakers => ({
  list(id, options = {}) {
    return dataOf(call('listSpeakers', { ...options, params: { id } }));
  },

  set(id, speaker, facts, options = {}) {
    const params = { id, speaker: String(speaker) };
    return dataOf(call('setSpeaker', { ...options, params, body: facts as SetSpeaker }));
  },
});
