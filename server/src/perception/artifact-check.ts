/**
 * Checks the outcome of a part that a runner outside the service processed: it must have the form of an artifact and
 * refer only to the cells that the runner was given. Whether the outcome is correct cannot be checked without
 * processing the part again.
 */
import { Fault } from '@reelsight/contract';
import { z } from 'zod';
import { longestForWords, sightLength } from '../analysis/sight-pack.ts';
import type { Usage } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';
import { type Artifacts, artifactForms, type DescribedStretches } from './artifacts.ts';
import { frameCells, reachSamples, reachSeconds, soundCells } from './cells.ts';
import type { CellSpan, Found, PartKind, PartOutcome } from './part.ts';
import { valuesOfStrangers } from './value-rules.ts';

/** Artifacts from a runner must also respect limits, and may contain no fields other than the defined ones. */
export const artifactSchemas = artifactForms(valuesOfStrangers);

const span = { start: z.number().min(0), end: z.number().min(0) };
const name = z.string().max(500);
const namedSpan = z.strictObject({ ...span, name });
/** Far more than a part of an hour finds; what is found is kept with the job while it runs. */
const mostFound = 20_000;
const foundSchema = z.strictObject({
  segments: z
    .array(z.strictObject({ ...span, text: z.string().max(20_000) }))
    .max(mostFound)
    .exactOptional(),
  brands: z.array(namedSpan).max(mostFound).exactOptional(),
  things: z.array(namedSpan).max(mostFound).exactOptional(),
}) satisfies z.ZodType<Found>;

/** The part whose outcome is checked. */
export interface CheckedPart {
  readonly kind: Exclude<PartKind, 'join'>;
  readonly span: CellSpan;
}

/**
 * Returns the outcome of a part in the form in which it may be stored. Throws Fault VALIDATION_FAILED with a
 * description of the problem.
 */
export function checkedOutcome(
  part: CheckedPart,
  pass: MediaPass,
  outcome: { readonly artifact: unknown; readonly found: unknown },
): PartOutcome {
  const artifact = parsed<Artifacts[keyof Artifacts]>(
    artifactSchemas[part.kind],
    outcome.artifact,
    'artifact',
  );
  const detections = parsed(foundSchema, outcome.found, 'found');
  const maxEnd = pass.probe.durationSeconds + slackSeconds;

  for (const entries of [detections.segments, detections.brands, detections.things])
    for (const entry of entries ?? []) checkTimes(entry, { start: 0, end: maxEnd });

  if (part.kind === 'hear') checkHeard(artifact as Artifacts['hear'], part, pass);
  if (part.kind === 'speakers')
    for (const turn of (artifact as Artifacts['speakers']).turns ?? [])
      checkTimes(turn, { start: 0, end: (pass.audio?.durationSeconds ?? 0) + slackSeconds });

  if ('sight' in artifact) checkSights(artifact, part, pass);
  if (part.kind === 'read') checkRead(artifact as Artifacts['read'], part, pass);
  if (part.kind === 'detect') checkDetected(artifact as Artifacts['detect'], part, pass);

  return { artifact, found: detections };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw wrong([where, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'not valid');
}

const wrong = (where: string, problem: string): Fault =>
  new Fault('VALIDATION_FAILED', where, { text: `${where}: ${problem}.` });

/** Tolerance: engines round times, and may place the end of a word in the pause after it. */
const slackSeconds = 1;

interface Times {
  readonly start: number;
  readonly end: number;
}

function checkTimes({ start, end }: Times, bounds: Times): void {
  if (start > end || start < bounds.start - slackSeconds || end > bounds.end + slackSeconds)
    throw wrong('artifact', `a time of ${start} to ${end} s is not within the part`);
}

function checkHeard({ spans }: Artifacts['hear'], { span: cells }: CheckedPart, pass: MediaPass) {
  const partCells = soundCells(pass).slice(cells.from, cells.to);
  if (spans.length > partCells.length)
    throw wrong('artifact.spans', 'more than the part has cells');

  for (const heardSpan of spans) {
    const cell = partCells.find(
      ({ start, end, channel }) =>
        start === heardSpan.start && end === heardSpan.end && channel === heardSpan.channel,
    );
    if (!cell) throw wrong('artifact.spans', 'a span is no cell of the part');
    if (heardSpan.speechSeconds > cell.end - cell.start + slackSeconds)
      throw wrong('artifact.spans', 'more speech than time');

    for (const utterance of heardSpan.utterances) {
      checkTimes(utterance, cell);
      for (const timedText of [...(utterance.words ?? []), ...(utterance.segments ?? [])])
        checkTimes(timedText, cell);
      for (const word of (utterance.segments ?? []).flatMap(({ words = [] }) => words))
        checkTimes(word, cell);
    }
  }
}

/** The range of samples in the part's own cells, `to` exclusive. */
function samplesOf(pass: MediaPass, cells: CellSpan): { from: number; to: number } {
  const partCells = frameCells(pass).slice(cells.from, cells.to);
  return { from: partCells[0]?.from ?? 0, to: partCells.at(-1)?.to ?? 0 };
}

const reachOf = ({ fps }: MediaPass): number =>
  Math.max(reachSamples, Math.ceil(reachSeconds * fps));

function checkRead(artifact: Artifacts['read'], { span: cells }: CheckedPart, pass: MediaPass) {
  const partSamples = samplesOf(pass, cells);
  const check = sampleCheck(partSamples);
  for (const { samples } of artifact.lines) for (const sample of samples) check(sample);

  for (const { cell, shot, sightings } of artifact.pieces) {
    if (cell < cells.from || cell >= cells.to) throw wrong('artifact.pieces', 'a cell of others');
    if (shot >= pass.shots.length) throw wrong('artifact.pieces', 'there is no such shot');
    let previousSample = -1;

    for (const { sample } of sightings) {
      check(sample);
      if (sample <= previousSample) throw wrong('artifact.pieces', 'samples do not ascend');
      previousSample = sample;
    }
  }
}

function checkSights(
  { sight, sightForWords }: Pick<Artifacts['read'], 'sight' | 'sightForWords'>,
  part: CheckedPart,
  pass: MediaPass,
): void {
  if (sight) checkSight(sight, sightLength, part, pass);
  if (!sightForWords) return;

  const [first] = sightForWords.stretches;
  const length = first ? Buffer.from(first.vector, 'base64').length : 1;
  if (length === 0 || length > longestForWords)
    throw wrong('artifact.sightForWords', `a vector does not have 1 to ${longestForWords} numbers`);
  checkSight(sightForWords, length, part, pass);
  if (sightForWords.stretches.length !== sight?.stretches.length)
    throw wrong('artifact.sightForWords', 'not the stretches of artifact.sight');
}

/** A stretch of the part may begin before it and end after it, but its picture is one of the part's. */
function checkSight(
  { stretches }: DescribedStretches,
  length: number,
  { span: cells }: CheckedPart,
  pass: MediaPass,
): void {
  const { from, to } = samplesOf(pass, cells);
  const first = pass.frames[from]?.timestamp ?? 0;
  const last = pass.frames[to - 1]?.timestamp ?? 0;
  if (stretches.length > to - from)
    throw wrong('artifact.sight', 'more stretches than the part has samples');

  for (const { start, end, timestamp, vector } of stretches) {
    checkTimes({ start, end }, { start: 0, end: pass.probe.durationSeconds });
    checkTimes({ start: timestamp, end: timestamp }, { start: first, end: last });
    if (Buffer.from(vector, 'base64').length !== length)
      throw wrong('artifact.sight', 'a vector has another length');
  }
}

const sampleCheck =
  (partSamples: { readonly from: number; readonly to: number }) =>
  (sample: number): void => {
    if (sample < partSamples.from || sample >= partSamples.to)
      throw wrong('artifact', `sample ${sample} is not of the part`);
  };

function checkDetected(
  { engines, sightings, looks }: Artifacts['detect'],
  { span: cells }: CheckedPart,
  pass: MediaPass,
) {
  const check = sampleCheck(samplesOf(pass, cells));

  for (const { sample, engine: of, look } of sightings) {
    check(sample);
    if (of >= engines.length) throw wrong('artifact.sightings', 'there is no such engine');
    if (look >= pass.images.length) throw wrong('artifact.sightings', 'there is no such picture');
  }

  for (const { sighting: of } of looks)
    if (of >= sightings.length) throw wrong('artifact.looks', 'there is no such sighting');
}

/** Maximum number of times that one kind of engine may look at a picture, counting both first and closer looks. */
const looksAtPicture = 50;

const usageSchema = z.strictObject({
  audio_seconds: z.number().min(0).exactOptional(),
  text_frames: z.number().min(0).exactOptional(),
  object_frames: z.number().min(0).exactOptional(),
  logo_frames: z.number().min(0).exactOptional(),
  vision_images: z.number().min(0).exactOptional(),
  tokens_in: z.number().min(0).exactOptional(),
  tokens_out: z.number().min(0).exactOptional(),
}) satisfies z.ZodType<Usage>;

/**
 * The usage that a runner reports for a part, after a check that it exceeds neither what the part's cells can cost nor
 * the tokens that a job may use. Throws Fault VALIDATION_FAILED.
 */
export function checkedUsage(
  part: { readonly kind: PartKind; readonly span: CellSpan },
  pass: MediaPass,
  reportedUsage: unknown,
  mostTokens: number,
): Usage {
  const usage = parsed(usageSchema, reportedUsage, 'usage');
  const partCells = soundCells(pass).slice(part.span.from, part.span.to);
  const sound =
    part.kind === 'hear' ? partCells.reduce((sum, cell) => sum + cell.end - cell.start, 0) : 0;
  const { from, to } = samplesOf(pass, part.span);
  const sees = part.kind === 'read' || part.kind === 'detect';
  const maxLooks = sees ? (to - from + 2 * reachOf(pass)) * looksAtPicture : 0;
  const maxUsage: Required<Usage> = {
    // Pauses around utterances may be processed twice.
    audio_seconds: sound * 1.5 + slackSeconds,
    text_frames: maxLooks,
    object_frames: maxLooks,
    logo_frames: maxLooks,
    vision_images: maxLooks,
    tokens_in: mostTokens,
    tokens_out: mostTokens,
  };

  for (const [item, amount] of Object.entries(usage)) {
    if (amount > maxUsage[item as keyof Usage])
      throw wrong(`usage.${item}`, 'is more than the part can use');
  }

  return usage;
}
