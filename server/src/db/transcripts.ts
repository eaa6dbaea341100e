/** Queries over what people mended in transcripts: lines, and who the speakers are. */
import type { Actor, HeardChanges, LinePart, TranscriptChanges } from '@reelsight/contract';
import { storableText } from '@reelsight/contract/clean-text';
import { cleanJson } from './clean-text.ts';
import type { Queryable } from './database.ts';
import { unpackedResults } from './jobs/result-pieces.ts';
import { ownerGroupSql } from './workspaces/members.ts';

export interface EditRow {
  readonly job_id: string;
  readonly line: number;
  readonly revision: number;
  readonly parts: readonly LinePart[];
  readonly actor: Actor;
  readonly created_at: Date;
}

export interface ListedEdit extends EditRow {
  readonly stands: boolean;
}

export interface SpeakerRow {
  readonly job_id: string;
  readonly speaker: number;
  readonly name: string | null;
  readonly same_as: number | null;
  readonly revision: number;
  readonly actor: Actor;
  readonly updated_at: Date;
}

export interface EditedTranscript {
  readonly lines: number;
  readonly revision: number;
  /** Characters of the lines that people wrote and that stand. */
  readonly characters: number;
  /** Numbers of the speakers as heard; null if they have not been read yet. */
  readonly speakers: readonly number[] | null;
}

/** SQL: the marker of the job's transcript among the ids of its corrections; it differs with each change. */
export const transcriptMark = `'transcript@' || revision || '.' || heard_revision`;

/** SQL: `TranscriptChanges` of a row of edited_transcripts with these lines and speakers. */
const changesWith = (lines: string, speakers: string): string =>
  `jsonb_build_object('target', 'transcript', 'correction_id', ${transcriptMark}, 'heard', heard,
  'lines', ${lines}, 'speakers', ${speakers})`;

/** SQL: which brands follow from what people mended in the transcript of a row of edited_transcripts. */
const heardOfRow = changesWith(`'[]'::jsonb`, `'[]'::jsonb`);

/** SQL: what people mended in the transcript of a row `t` of edited_transcripts. */
const changesOfRow = changesWith(
  `(select coalesce(jsonb_agg(jsonb_build_object('line', line, 'revision', last.revision, 'parts', parts) order by line), '[]')
    from (select distinct on (line) line, revision, parts from transcript_edits e
      where e.job_id = t.job_id order by line, revision desc) last)`,
  `(select coalesce(jsonb_agg(jsonb_build_object('speaker', speaker, 'name', name, 'same_as', same_as) order by speaker), '[]')
    from transcript_speakers s where s.job_id = t.job_id and (name is not null or same_as is not null))`,
);

/**
 * What people mended in the transcripts of jobs; jobs of which nobody did are absent. `heard`: without lines and
 * speakers, which take megabytes where people rewrote hours.
 */
export async function transcriptChanges(
  db: Queryable,
  jobIds: readonly string[],
  extent: 'all' | 'heard' = 'all',
): Promise<ReadonlyMap<string, TranscriptChanges>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.query<{ job_id: string; changes: TranscriptChanges }>(
    `select job_id, ${extent === 'all' ? changesOfRow : heardOfRow} as changes
     from edited_transcripts t where job_id = any ($1)`,
    [jobIds],
    `changes of transcripts: ${extent}`,
  );
  return new Map(rows.map(({ job_id, changes }) => [job_id, changes]));
}

/** The same as JSON, for another thread to parse; null if nobody mended the transcript. */
export async function transcriptChangesJson(db: Queryable, jobId: string): Promise<string | null> {
  const [row] = await db.query<{ json: string }>(
    `select ${changesOfRow}::text as json from edited_transcripts t where job_id = $1`,
    [jobId],
    'changes of transcript as JSON',
  );
  return row?.json ?? null;
}

export interface EditedSince {
  readonly job_id: string;
  readonly title: string | null;
  readonly lines: number;
  readonly edited_at: Date;
}

/** Jobs of these whose transcripts were edited since a moment, those that were edited last first. */
export const transcriptsEditedSince = (
  db: Queryable,
  jobIds: readonly string[],
  since: Date,
  limit: number,
): Promise<EditedSince[]> =>
  db.query<EditedSince>(
    `select job_id, (select title from jobs where jobs.id = job_id) as title,
       count(distinct line)::integer as lines, max(created_at) as edited_at
     from transcript_edits where job_id = any($1) and created_at > $2
     group by job_id order by max(created_at) desc limit $3`,
    [jobIds, since, limit],
  );

/** Undefined if nobody has changed the transcript yet. */
export async function findEditedTranscript(
  db: Queryable,
  jobId: string,
): Promise<EditedTranscript | undefined> {
  const [row] = await db.query<EditedTranscript>(
    'select lines, revision, characters, speakers from edited_transcripts where job_id = $1',
    [jobId],
    'find edited transcript',
  );
  return row;
}

export interface HeardTranscript {
  /** Number of lines. */
  readonly lines: number;
  /** Numbers of the speakers, in ascending order. */
  readonly speakers: readonly number[];
}

/** The extent of the transcript as heard; undefined if the results have none. Reads all of the results. */
export async function measureTranscript(
  db: Queryable,
  jobId: string,
): Promise<HeardTranscript | undefined> {
  const [row] = await db.query<HeardTranscript>(
    `${unpackedResults}
     select jsonb_array_length(results -> 'transcription' -> 'segments') as lines,
       array(select distinct (line ->> 'speaker')::integer
         from jsonb_array_elements(results -> 'transcription' -> 'segments') as line
         where line ? 'speaker' order by 1) as speakers
     from unpacked where jsonb_typeof(results -> 'transcription' -> 'segments') = 'array'`,
    [jobId],
    'measure transcript',
  );
  return row;
}

/** Numbers of the speakers to whom people gave lines that stand. */
export async function speakersGivenLines(db: Queryable, jobId: string): Promise<number[]> {
  const rows = await db.query<{ speaker: number }>(
    `select distinct (part ->> 'speaker')::integer as speaker
     from (select distinct on (line) parts from transcript_edits
       where job_id = $1 order by line, revision desc) standing,
       jsonb_array_elements(parts) as part
     where part ? 'speaker'`,
    [jobId],
    'speakers given lines',
  );
  return rows.map(({ speaker }) => speaker);
}

interface NewRevision extends EditedTranscript {
  readonly jobId: string;
  readonly workspaceId: string;
  /** When a worker may look for what follows, unless it is to look for an earlier change already. */
  readonly dueAt: Date;
}

/** Stores the revision of a change. `tx` must hold the lock on the job. */
export async function putEditedTranscript(
  tx: Queryable,
  { jobId, workspaceId, lines, revision, characters, speakers, dueAt }: NewRevision,
): Promise<void> {
  await tx.query(
    `insert into edited_transcripts as t (job_id, workspace_id, lines, revision, heard_due_at, characters, speakers)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (job_id) do update set revision = excluded.revision, characters = excluded.characters,
       speakers = excluded.speakers,
       heard_due_at = case when t.heard_revision < t.revision then t.heard_due_at
         else greatest(t.heard_due_at, excluded.heard_due_at) end`,
    [jobId, workspaceId, lines, revision, dueAt, characters, speakers],
    'put edited transcript',
  );
}

export interface TakenTranscript {
  readonly job_id: string;
  readonly workspace_id: string;
  readonly revision: number;
  readonly heard: HeardChanges | null;
  /** The person whose turn it is: the first owner of the workspace, or the workspace if it has none. */
  readonly owner_group: string;
}

const ownerGroup = `${ownerGroupSql('edited_transcripts.workspace_id')} collate "C"`;

/** How long a transcript stays reserved after a process took it. */
const takenMinutes = 10;

/**
 * Takes a transcript that changed since its heard brands were looked for, of the next owner after `afterOwner`,
 * so that an owner with many does not hold up the others.
 */
export async function takeEditedTranscript(
  db: Queryable,
  afterOwner: string,
  now: Date,
): Promise<TakenTranscript | undefined> {
  const take = async (side: '>' | '<='): Promise<TakenTranscript | undefined> => {
    const [row] = await db.query<TakenTranscript>(
      `update edited_transcripts set heard_due_at = $2::timestamptz + interval '${takenMinutes} minutes'
       where job_id = (select job_id from edited_transcripts
         where heard_revision < revision and heard_due_at <= $2 and ${ownerGroup} ${side} $1
         order by ${ownerGroup}, job_id limit 1 for update skip locked)
       returning job_id, workspace_id, revision, heard, ${ownerGroup} as owner_group`,
      [afterOwner, now],
      `take edited transcript ${side}`,
    );
    return row;
  };
  return (await take('>')) ?? (await take('<='));
}

/** Stores what follows from a revision, and lets a worker look at later ones at `dueAt`. */
export async function keepHeard(
  tx: Queryable,
  { job_id, revision }: Pick<TakenTranscript, 'job_id' | 'revision'>,
  changes: HeardChanges,
  dueAt: Date,
): Promise<void> {
  await tx.query(
    `update edited_transcripts set heard = $3, heard_revision = $2, heard_due_at = $4
     where job_id = $1 and heard_revision < $2`,
    [job_id, revision, cleanJson(changes), dueAt],
    'keep heard brands',
  );
}

/** Lets a worker take the transcript again at `dueAt`, after a failure. */
export async function releaseEditedTranscript(
  db: Queryable,
  { job_id }: Pick<TakenTranscript, 'job_id'>,
  dueAt: Date,
): Promise<void> {
  await db.query('update edited_transcripts set heard_due_at = $2 where job_id = $1', [
    job_id,
    dueAt,
  ]);
}

const editColumns = 'job_id, line, revision, parts, actor, created_at';

/** The change of the line that stands; undefined if the line is as heard. */
export async function findEdit(
  db: Queryable,
  jobId: string,
  line: number,
): Promise<EditRow | undefined> {
  const [row] = await db.query<EditRow>(
    `select ${editColumns} from transcript_edits where job_id = $1 and line = $2
     order by revision desc limit 1`,
    [jobId, line],
    'find edit of line',
  );
  return row;
}

/** Adds a version of a line, and removes the oldest beyond `versions`. */
export async function insertEdit(tx: Queryable, row: EditRow, versions: number): Promise<void> {
  await tx.query(
    `insert into transcript_edits (${editColumns}) values ($1, $2, $3, $4, $5, $6)`,
    [
      row.job_id,
      row.line,
      row.revision,
      cleanJson(row.parts),
      cleanJson(row.actor),
      row.created_at,
    ],
    'insert edit of line',
  );
  await tx.query(
    `delete from transcript_edits where job_id = $1 and line = $2 and revision < (
       select min(revision) from (select revision from transcript_edits
         where job_id = $1 and line = $2 order by revision desc limit $3) newest)`,
    [row.job_id, row.line, versions + 1],
    'remove oldest edits of line',
  );
}

export async function removeEdit(
  tx: Queryable,
  { job_id, line, revision }: Pick<EditRow, 'job_id' | 'line' | 'revision'>,
): Promise<void> {
  await tx.query(
    'delete from transcript_edits where job_id = $1 and line = $2 and revision = $3',
    [job_id, line, revision],
    'remove edit of line',
  );
}

/** Changes of a job, newest first, before the revision `before`. */
export const editPage = (
  db: Queryable,
  jobId: string,
  {
    before,
    line,
    limit,
  }: { readonly before: number | null; readonly line: number | null; readonly limit: number },
): Promise<ListedEdit[]> =>
  db.query<ListedEdit>(
    `select ${editColumns}, not exists (select 1 from transcript_edits later
       where later.job_id = e.job_id and later.line = e.line and later.revision > e.revision) as stands
     from transcript_edits e
     where job_id = $1 and ($2::int is null or revision < $2) and ($3::int is null or line = $3)
     order by revision desc limit $4`,
    [jobId, before, line, limit],
    'page of transcript edits',
  );

const speakerColumns = 'job_id, speaker, name, same_as, revision, actor, updated_at';

/** Of the speakers of whom somebody said something, by number. */
export const speakerRows = (db: Queryable, jobId: string): Promise<SpeakerRow[]> =>
  db.query<SpeakerRow>(
    `select ${speakerColumns} from transcript_speakers where job_id = $1 order by speaker`,
    [jobId],
    'speakers of job',
  );

export async function putSpeaker(tx: Queryable, row: SpeakerRow): Promise<void> {
  await tx.query(
    `insert into transcript_speakers (${speakerColumns}) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (job_id, speaker) do update set name = excluded.name, same_as = excluded.same_as,
       revision = excluded.revision, actor = excluded.actor, updated_at = excluded.updated_at`,
    [
      ...[row.job_id, row.speaker, row.name && storableText(row.name), row.same_as],
      ...[row.revision, cleanJson(row.actor), row.updated_at],
    ],
    'put speaker',
  );
}
