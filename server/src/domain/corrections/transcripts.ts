/** Changes lines of transcripts and what is known of speakers, and takes that back. What was heard stays stored as it was. */
import {
  type EditSegment,
  Fault,
  invalidInput,
  type JobSpeaker,
  type LinePart,
  type SetSpeaker,
  type TranscriptEdit,
  transcriptLimits,
} from '@reelsight/contract';
import { cleanLine } from '@reelsight/contract/clean-text';
import type { Queryable } from '../../db/database.ts';
import { findJob, type JobRow } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import {
  type EditedTranscript,
  editPage,
  findEdit,
  findEditedTranscript,
  type HeardTranscript,
  insertEdit,
  type ListedEdit,
  measureTranscript,
  putEditedTranscript,
  putSpeaker,
  removeEdit,
  type SpeakerRow,
  speakerRows,
  speakersGivenLines,
} from '../../db/transcripts.ts';
import type { Domain } from '../domain.ts';
import { mustLock } from './corrections.ts';
import { followTranscript } from './follow-correction.ts';

interface Line {
  readonly jobId: string;
  /** Index in the transcript as heard, from 0. */
  readonly line: number;
}

/**
 * Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED, NOT_FOUND if there is no such line, or TRANSCRIPT_CHANGED if another
 * version of it stands than the caller saw.
 */
export async function editLine(
  domain: Domain,
  workspaceId: string,
  { jobId, line }: Line,
  edit: EditSegment,
): Promise<TranscriptEdit> {
  return domain.db.transaction(async (tx) => {
    const job = await mustLock(tx, workspaceId, jobId);
    const transcript = await mustFindTranscript(tx, job);
    if (line >= transcript.lines) throw noLine(line, transcript);

    const standing = await findEdit(tx, jobId, line);
    checkRevision(edit.revision ?? 0, standing?.revision ?? 0, () => lineText(line, standing));

    const parts = partsIn(edit);
    const characters = charactersAfter(transcript, standing?.parts, parts);
    if (characters > transcriptLimits.jobCharacters && characters > transcript.characters)
      throw invalidInput(
        `The lines of a transcript that people wrote have at most ${transcriptLimits.jobCharacters} characters together. Undo some first.`,
      );

    const row = {
      job_id: jobId,
      line,
      revision: transcript.revision + 1,
      parts,
      actor: mustHaveActor(domain),
      created_at: domain.now(),
    };
    await insertEdit(tx, row, transcriptLimits.earlierVersions);
    await changed(domain, tx, job, { ...transcript, revision: row.revision, characters });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: job.title },
      details: { segment: line, revision: row.revision },
    });

    return editView({ ...row, stands: true });
  });
}

/** Throws Fault JOB_NOT_FOUND, NOT_FOUND if the line is as heard, or TRANSCRIPT_CHANGED. */
export async function undoLine(
  domain: Domain,
  workspaceId: string,
  { jobId, line }: Line,
  seenRevision: number | undefined,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const job = await mustLock(tx, workspaceId, jobId);
    const transcript = await findEditedTranscript(tx, jobId);
    const standing = await findEdit(tx, jobId, line);
    if (!transcript || !standing)
      throw new Fault('NOT_FOUND', `line ${line}`, { text: 'The line is as it was heard.' });
    if (seenRevision !== undefined)
      checkRevision(seenRevision, standing.revision, () => lineText(line, standing));

    await removeEdit(tx, standing);
    const earlier = await findEdit(tx, jobId, line);
    await changed(domain, tx, job, {
      ...transcript,
      revision: transcript.revision + 1,
      characters: charactersAfter(transcript, standing.parts, earlier?.parts),
    });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: job.title },
      details: { segment: line, revision: standing.revision },
    });
  });
}

/** Newest first, before the revision `before`. Throws Fault JOB_NOT_FOUND. */
export async function listEdits(
  { db }: Domain,
  workspaceId: string,
  jobId: string,
  page: Parameters<typeof editPage>[2],
): Promise<TranscriptEdit[]> {
  if (!(await findJob(db, workspaceId, jobId))) throw new Fault('JOB_NOT_FOUND', jobId);
  return (await editPage(db, jobId, page)).map(editView);
}

/** Throws Fault JOB_NOT_FOUND. */
export async function listSpeakers(
  { db }: Domain,
  workspaceId: string,
  jobId: string,
): Promise<JobSpeaker[]> {
  if (!(await findJob(db, workspaceId, jobId))) throw new Fault('JOB_NOT_FOUND', jobId);
  return (await speakerRows(db, jobId)).map(speakerView);
}

/** Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED, NOT_FOUND, TRANSCRIPT_CHANGED or VALIDATION_FAILED. */
export async function setSpeaker(
  domain: Domain,
  workspaceId: string,
  { jobId, speaker }: { readonly jobId: string; readonly speaker: number },
  facts: SetSpeaker,
): Promise<JobSpeaker> {
  const { name, same_as, revision: seenRevision } = facts;

  return domain.db.transaction(async (tx) => {
    const job = await mustLock(tx, workspaceId, jobId);
    const transcript = await mustFindSpeakers(tx, job);
    const rows = await speakerRows(tx, jobId);
    const before = rows.find((row) => row.speaker === speaker);
    checkRevision(seenRevision ?? 0, before?.revision ?? 0, () => speakerText(speaker, before));
    const isTakenBack = name == null && same_as == null && before !== undefined;
    if (!isTakenBack) checkSpeakers(await speakersNow(tx, jobId, transcript), speaker, same_as);
    if (same_as != null) checkMerge(rows, speaker, same_as);

    const row = {
      job_id: jobId,
      speaker,
      name: nameAfter(facts, before),
      same_as: same_as ?? null,
      revision: transcript.revision + 1,
      actor: mustHaveActor(domain),
      updated_at: domain.now(),
    };
    await putSpeaker(tx, row);
    await changed(domain, tx, job, { ...transcript, revision: row.revision });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: job.title },
      details: {
        speaker,
        ...(row.name !== null && { name: row.name }),
        ...(row.same_as !== null && { same_as: row.same_as }),
      },
    });

    return speakerView(row);
  });
}

/** A merge keeps the name, so that the speaker has it again once the merge is taken back. */
function nameAfter({ name, same_as }: SetSpeaker, before: SpeakerRow | undefined): string | null {
  if (name != null) return name.trim().replaceAll(/\s+/g, ' ');
  const changesMerge = same_as != null || before?.same_as != null;
  return changesMerge ? (before?.name ?? null) : null;
}

/** Numbers of the speakers whom a line has, as heard or as people gave it, in ascending order. */
async function speakersNow(
  tx: Queryable,
  jobId: string,
  { speakers }: HeardTranscript,
): Promise<number[]> {
  const speakersOfEdits = await speakersGivenLines(tx, jobId);
  return [...new Set([...speakers, ...speakersOfEdits])].sort((a, b) => a - b);
}

/** Throws Fault NOT_FOUND or VALIDATION_FAILED if no line has the speaker, or the one who is said to be the same. */
function checkSpeakers(
  speakers: readonly number[],
  speaker: number,
  into: number | null | undefined,
): void {
  if (!speakers.includes(speaker))
    throw new Fault('NOT_FOUND', `speaker ${speaker}`, { text: noSpeaker(speaker, speakers) });
  if (into != null && !speakers.includes(into))
    throw invalidInput(`same_as: ${noSpeaker(into, speakers)}`);
}

/** How many numbers of speakers a refusal lists. */
const listedSpeakers = 50;

function noSpeaker(speaker: number, speakers: readonly number[]): string {
  const missing = `No line of the transcript is said by speaker ${speaker}`;
  if (speakers.length === 0)
    return `${missing}: no speakers were told apart. Give a line to the speaker first.`;

  const hidden = speakers.length - listedSpeakers;
  const numbers = speakers.slice(0, listedSpeakers).join(', ');
  return `${missing}. The speakers are ${numbers}${hidden > 0 ? ` and ${hidden} more` : ''}; give a line to another one first.`;
}

/** A speaker can't be merged with oneself, also not by way of others. */
function checkMerge(rows: readonly SpeakerRow[], speaker: number, into: number): void {
  const next = new Map(rows.map((row) => [row.speaker, row.same_as]));
  for (let root: number | null | undefined = into; root != null; root = next.get(root))
    if (root === speaker)
      throw invalidInput(
        into === speaker
          ? 'same_as: A speaker cannot be merged with oneself.'
          : `same_as: Speaker ${into} already counts as speaker ${speaker}. Take that back first.`,
      );
}

/** The transcript of a completed job, which nobody may have changed yet. */
async function mustFindTranscript(tx: Queryable, job: Owned<JobRow>): Promise<EditedTranscript> {
  if (job.status !== 'completed')
    throw new Fault('JOB_NOT_COMPLETED', job.status, {
      text: `Only the transcript of a completed job can be corrected; this one is ${job.status}.`,
    });

  const transcript = await findEditedTranscript(tx, job.id);
  if (transcript) return transcript;

  // Counting reads all of the results, so it is not done for a job that asked for no transcript.
  const isAsked = job.ask.capabilities.includes('transcription');
  const measured = isAsked ? await measureTranscript(tx, job.id) : undefined;
  if (!measured) throw new Fault('NOT_FOUND', job.id, { text: 'This job has no transcript.' });
  return { ...measured, revision: 0, characters: 0 };
}

/** The same, with the speakers as heard also where it was first changed before they were stored. */
async function mustFindSpeakers(
  tx: Queryable,
  job: Owned<JobRow>,
): Promise<EditedTranscript & HeardTranscript> {
  const transcript = await mustFindTranscript(tx, job);
  const speakers = transcript.speakers ?? (await measureTranscript(tx, job.id))?.speakers ?? [];
  return { ...transcript, speakers };
}

/** Characters of all standing lines that people wrote, once one of them changes. */
const charactersAfter = (
  { characters }: EditedTranscript,
  before: readonly LinePart[] = [],
  after: readonly LinePart[] = [],
): number => Math.max(0, characters - charactersOf(before) + charactersOf(after));

const charactersOf = (parts: readonly LinePart[]): number =>
  parts.reduce((sum, { text = '' }) => sum + text.length, 0);

const noLine = (line: number, { lines }: EditedTranscript): Fault =>
  new Fault('NOT_FOUND', `line ${line}`, {
    text: `The transcript has ${lines} lines, counted from 0; there is no line ${line}.`,
  });

/** How long after a change its heard brands are looked for, so that many changes in a row are looked at together. */
const heardAfterMs = 1000;

async function changed(
  domain: Domain,
  tx: Queryable,
  job: Owned<JobRow>,
  transcript: EditedTranscript,
): Promise<void> {
  const { id: jobId, workspace_id: workspaceId } = job;
  const dueAt = new Date(domain.now().getTime() + heardAfterMs);
  await putEditedTranscript(tx, { ...transcript, jobId, workspaceId, dueAt });
  await followTranscript(domain, tx, job);
}

/** Characters of a line that the refusal of a change shows. */
const shownCharacters = 200;

function checkRevision(seenRevision: number, standing: number, text: () => string): void {
  if (seenRevision === standing) return;
  throw new Fault('TRANSCRIPT_CHANGED', `${seenRevision} is not ${standing}`, {
    text: `${text()} Its revision is ${standing}, and yours was ${seenRevision}. Read it again.`,
  });
}

function lineText(line: number, standing: { readonly parts: readonly LinePart[] } | undefined) {
  const text = standing?.parts.map((part) => part.text ?? '').join(' ') ?? '';
  const shortText = cleanLine(text, shownCharacters);
  if (!standing) return `Somebody else undid the change of line ${line}: it is as heard.`;
  return shortText === ''
    ? `Somebody else changed line ${line} meanwhile.`
    : `Somebody else changed line ${line} meanwhile; it now says “${shortText}”.`;
}

function speakerText(speaker: number, standing: SpeakerRow | undefined): string {
  if (standing?.name) return `Somebody else named speaker ${speaker} “${standing.name}”.`;
  return `Somebody else changed speaker ${speaker} meanwhile.`;
}

/** A line break in a line would be one in every subtitle, so white space is a space. */
const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function partsIn({ text, speaker, parts }: EditSegment): LinePart[] {
  if (parts)
    return parts.map((part) => ({
      text: lineOf(part.text),
      ...(part.speaker != null && { speaker: part.speaker }),
    }));
  return [{ ...(text != null && { text: lineOf(text) }), ...(speaker != null && { speaker }) }];
}

function mustHaveActor({ audit: { actor } }: Domain) {
  if (!actor) throw new Error('a change of a transcript by nobody');
  return actor;
}

function editView({ parts, ...row }: ListedEdit): TranscriptEdit {
  const [first] = parts;
  return {
    job_id: row.job_id,
    segment: row.line,
    revision: row.revision,
    stands: row.stands,
    ...(parts.length > 1
      ? { parts: parts.map(({ text = '', ...part }) => ({ text, ...part })) }
      : first),
    actor: row.actor,
    created_at: row.created_at.toISOString(),
  };
}

const speakerView = (row: SpeakerRow): JobSpeaker => ({
  speaker: row.speaker,
  name: row.name,
  same_as: row.same_as,
  revision: row.revision,
  actor: row.actor,
  updated_at: row.updated_at.toISOString(),
});
