/** `reelsight transcript …` and `reelsight speakers …` */
import { noWordsText } from '@reelsight/contract/not-understood';
import type { Client, EditSegment, JobSpeaker, NewSpeaker, TranscriptEdit } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { plural, table, timeText } from './words.ts';

export async function showTranscript(
  job: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { results } = await client.jobs.get(job, {
    results: 'without_frames',
    corrected: true,
    signal: environment.signal,
  });
  const transcription = results?.transcription;
  if (!transcription) throw new UsageError('The job has no transcript.');

  const rows = transcription.segments.map((segment, position) => [
    String(segment.index ?? position),
    timeText(segment.start),
    segment.speaker_name ?? (segment.speaker === undefined ? '' : `Speaker ${segment.speaker}`),
    segment.corrected ? 'corrected' : '',
    segment.text,
  ]);
  return print(environment, options, {
    json: transcription,
    text:
      rows.length > 0
        ? table(['Line', 'At', 'Who', '', 'Words'], rows)
        : [noWordsText(transcription)],
  });
}

export interface EditOptions extends ReadOptions {
  readonly speaker?: number;
  readonly revision?: number;
}

export async function editLine(
  job: string,
  line: number,
  text: string | undefined,
  options: EditOptions,
  environment: Environment,
): Promise<number> {
  const { speaker } = options;
  if (text === undefined && speaker === undefined)
    throw new UsageError(
      'Give the words, --speaker, or both; `transcript undo` takes a change back.',
    );

  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const standing = await standingEdit(client, { job, line }, signal);
  const change = {
    ...keptOf(standing, { line, text }),
    ...(text !== undefined && { text }),
    ...(speaker !== undefined && { speaker }),
    revision: options.revision ?? standing?.revision ?? 0,
  };
  const edit = await client.jobs.transcript.edit(job, line, change, { signal });
  return print(environment, options, { json: edit, text: [`Line ${line}: ${words(edit)}`] });
}

/** What people last said of the line; undefined if it is as heard. */
async function standingEdit(
  client: Client,
  { job, line }: { readonly job: string; readonly line: number },
  signal: AbortSignal,
): Promise<TranscriptEdit | undefined> {
  const { items } = await client.jobs.transcript
    .edits(job, { segment: line, limit: 1 }, { signal })
    .page();
  return items[0];
}

/**
 * What the change must repeat of the line that stands: the service replaces a line as a whole, so a new speaker alone
 * would take back words that somebody corrected. Throws UsageError if the line is divided and only a speaker is given.
 */
function keptOf(
  standing: TranscriptEdit | undefined,
  { line, text }: { readonly line: number; readonly text: string | undefined },
): EditSegment {
  if (!standing) return {};
  if (!standing.parts) {
    return {
      ...(standing.text !== undefined && { text: standing.text }),
      ...(standing.speaker !== undefined && { speaker: standing.speaker }),
    };
  }

  // Words for the whole line replace all of its parts, and with them who speaks.
  if (text !== undefined) return {};
  throw new UsageError(
    `Line ${line} is divided among several speakers. Give its words too, and one speaker says them all.`,
  );
}

export async function undoLine(
  job: string,
  line: number,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  await client.jobs.transcript.undo(job, line, { signal: environment.signal });
  return print(environment, options, { json: null, text: [`Last change of line ${line} undone`] });
}

export async function listEdits(
  job: string,
  options: PageOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const filter = { limit: pageSize(options) };
  const pages = client.jobs.transcript.edits(job, filter, { signal: environment.signal });
  const edits = await take(pages, options);
  const rows = edits.map((edit) => [
    String(edit.segment),
    localTime(edit.created_at),
    edit.actor.name,
    edit.stands ? '' : 'earlier',
    words(edit),
  ]);
  return print(environment, options, {
    json: edits,
    text:
      rows.length > 0
        ? table(['Line', 'Made', 'By', '', 'Words'], rows)
        : ['The transcript is as heard.'],
  });
}

const voice = (speaker: number | undefined): string =>
  speaker === undefined ? '' : `Speaker ${speaker}: `;

function words({ text, speaker, parts }: TranscriptEdit): string {
  if (parts) return parts.map((part) => `${voice(part.speaker)}${part.text}`).join(' / ');
  if (text === '') return 'left out';
  return `${voice(speaker)}${text ?? 'words as heard'}`;
}

export async function listSpeakers(
  job: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const speakers = await client.jobs.speakers.list(job, { signal });
  const lines = await spokenLines(client, job, signal);
  const unnamed = [...lines.keys()]
    .filter((number) => !speakers.some(({ speaker }) => speaker === number))
    .map((speaker) => ({ speaker, name: null, same_as: null }));
  const text = [...speakers, ...unnamed]
    .sort((first, second) => first.speaker - second.speaker)
    .map((row) => `${speakerText(row)}${linesText(row, lines)}`);
  return print(environment, options, {
    json: speakers,
    text: text.length > 0 ? text : ['No speaker is told apart, named or merged.'],
  });
}

/** How many lines each speaker says, as corrected; a speaker who says none is not in it. */
type SpokenLines = ReadonlyMap<number, number>;

async function spokenLines(client: Client, job: string, signal: AbortSignal): Promise<SpokenLines> {
  const { results } = await client.jobs.get(job, {
    results: 'without_frames',
    corrected: true,
    signal,
  });
  const lines = new Map<number, number>();
  for (const { speaker } of results?.transcription?.segments ?? [])
    if (speaker !== undefined) lines.set(speaker, (lines.get(speaker) ?? 0) + 1);
  return lines;
}

type SpeakerFacts = Pick<JobSpeaker, 'speaker' | 'name' | 'same_as'>;

function speakerText({ speaker, name, same_as: mergedInto }: SpeakerFacts): string {
  const ownName = name === null ? '' : ` (${name})`;
  if (mergedInto !== null) return `Speaker ${speaker}${ownName} is speaker ${mergedInto}`;
  return name === null ? `Speaker ${speaker} has no name` : `Speaker ${speaker} is ${name}`;
}

function linesText({ speaker, same_as: mergedInto }: SpeakerFacts, lines: SpokenLines): string {
  if (mergedInto !== null) return '';
  const count = lines.get(speaker) ?? 0;
  return count === 0 ? ', and says no line' : `, and says ${plural(count, 'line')}`;
}

export const nameSpeaker = (
  job: string,
  speaker: number,
  name: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> => setSpeaker({ job, speaker, facts: { name } }, options, environment);

export const mergeSpeakers = (
  job: string,
  speaker: number,
  into: number,
  options: ReadOptions,
  environment: Environment,
): Promise<number> => setSpeaker({ job, speaker, facts: { same_as: into } }, options, environment);

export const resetSpeaker = (
  job: string,
  speaker: number,
  options: ReadOptions,
  environment: Environment,
): Promise<number> => setSpeaker({ job, speaker, facts: {} }, options, environment);

async function setSpeaker(
  {
    job,
    speaker,
    facts,
  }: { readonly job: string; readonly speaker: number; readonly facts: NewSpeaker },
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const speakers = await client.jobs.speakers.list(job, { signal });
  const revision = speakers.find((row) => row.speaker === speaker)?.revision ?? 0;
  const row = await client.jobs.speakers.set(job, speaker, { ...facts, revision }, { signal });
  return print(environment, options, { json: row, text: [speakerText(row)] });
}
