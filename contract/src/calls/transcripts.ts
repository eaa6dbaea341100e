/** The calls with which people mend transcripts and name speakers. */
import { z } from 'zod';
import {
  editBodyBytes,
  editSegment,
  exampleEdit,
  jobSpeaker,
  listTranscriptEditsQuery,
  setSpeaker,
  transcriptEdit,
  undoSegmentQuery,
} from '../transcript-edits.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, noContent, oneAnswer, type Param, page } from './row.ts';

const id = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;
const segment = {
  description: 'Index of the line in the transcript as heard, counted from 0.',
  example: '12',
} as const satisfies Param;

const speaker: z.input<typeof jobSpeaker> = {
  speaker: 1,
  name: 'Ada Lovelace',
  same_as: null,
  revision: 3,
  actor: exampleEdit.actor,
  updated_at: exampleEdit.created_at,
};

export const transcriptCalls = {
  editTranscriptSegment: {
    method: 'PUT',
    tag: 'Corrections',
    summary: 'Correct a line of the transcript.',
    description:
      'The transcript stays as heard; `?corrected=true`, search, exports and everything else that shows results have the line as corrected. Words that did not change keep their times; new ones share the time of what they replace. The body is the whole state of the line: what is absent is as heard. A line that somebody else changed meanwhile is refused (409), with what stands now; changes of different lines never meet.',
    audit: 'transcript.changed',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/transcript/segments/:segment' },
    params: { id, segment },
    body: editSegment,
    bodyBytes: editBodyBytes,
    example: { text: 'We ride for Santini this year.', revision: 0 },
    more: {
      speaker: { speaker: 2, revision: 7 },
      parts: { parts: [{ text: 'Who do you ride for?' }, { text: 'Santini.', speaker: 2 }] },
    },
    answers: oneAnswer(transcriptEdit, exampleEdit, 'The line as it stands.'),
    errors: [
      'JOB_NOT_FOUND',
      'NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'TRANSCRIPT_CHANGED',
      'VALIDATION_FAILED',
    ],
  },
  undoTranscriptSegment: {
    method: 'DELETE',
    tag: 'Corrections',
    summary: 'Undo the last change of a line.',
    description:
      'The line is as it was before its last change; after the last undo, as heard. 20 earlier versions of each line are kept.',
    audit: 'transcript.undone',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/transcript/segments/:segment' },
    params: { id, segment },
    query: undoSegmentQuery,
    answers: noContent('Undone.'),
    errors: ['JOB_NOT_FOUND', 'NOT_FOUND', 'TRANSCRIPT_CHANGED', 'VALIDATION_FAILED'],
  },
  listTranscriptEdits: {
    method: 'GET',
    tag: 'Corrections',
    summary: 'List the changes of a transcript, newest first.',
    description: 'With earlier versions of lines and who made them. Undone ones are gone.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/transcript/edits' },
    params: { id },
    query: listTranscriptEditsQuery,
    answers: page(z.array(transcriptEdit), [exampleEdit], 'A page of changes.'),
    errors: ['JOB_NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listSpeakers: {
    method: 'GET',
    tag: 'Corrections',
    summary: 'List what people said of the speakers of a job.',
    description: 'By number. Speakers of whom nobody said anything are absent.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/speakers' },
    params: { id },
    answers: oneAnswer(z.array(jobSpeaker), [speaker]),
    errors: ['JOB_NOT_FOUND'],
  },
  setSpeaker: {
    method: 'PUT',
    tag: 'Corrections',
    summary: 'Name a speaker, or say that two are the same.',
    description:
      'The name is shown wherever results are shown corrected: transcript, subtitles, exports, search and shared pages. With `same_as`, all that the speaker says counts as said by the other one, under the name of that one or, if it has none, the speaker’s own. Two speakers may have the same name and stay two. A speaker of whom no line is, as heard or as corrected, is refused, with the numbers of those there are: 404 `NOT_FOUND` in the path, 422 `VALIDATION_FAILED` in `same_as`.',
    audit: 'transcript.speaker_set',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/speakers/:speaker' },
    params: { id, speaker: { description: 'Number of the speaker, from 1.', example: '1' } },
    body: setSpeaker,
    example: { name: 'Ada Lovelace' },
    more: { same: { same_as: 1, revision: 3 } },
    answers: oneAnswer(jobSpeaker, speaker, 'What is said of the speaker now.'),
    errors: [
      'JOB_NOT_FOUND',
      'NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'TRANSCRIPT_CHANGED',
      'VALIDATION_FAILED',
    ],
  },
} as const satisfies Record<string, CallRow>;
