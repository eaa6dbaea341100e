/** `reelsight corrections …` */
import type { Client, Correction, NewCorrection } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { localTime, print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { percentText, plural, table, timeText } from './words.ts';

export const correctionKinds = ['dismiss', 'rename', 'merge', 'add', 'confirm', 'move'] as const;

export interface CorrectOptions extends ReadOptions {
  readonly object?: boolean;
  readonly paid?: boolean;
  readonly possible?: boolean;
  readonly to?: string;
  /** Seconds. */
  readonly at?: number;
  readonly start?: number;
  readonly end?: number;
  /** Fractions `x,y,width,height`; without a box, the added name counts as spoken rather than seen. */
  readonly box?: string;
  readonly library?: boolean;
}

export async function addCorrection(
  job: string,
  kind: string,
  name: string | undefined,
  options: CorrectOptions,
  environment: Environment,
): Promise<number> {
  const correction = correctionOf(kind as NewCorrection['kind'], name, options);
  const { client } = await openSession(environment, options);
  const created = await client.jobs.corrections.create(job, correction, {
    signal: environment.signal,
  });
  return print(environment, options, {
    json: created,
    text: [`${created.correction_id} ${words(created)}`, ...learned(created)],
  });
}

/** Maximum number of corrections of one page. */
const pageSize = 100;

/** All corrections of the job, or the first ones up to a limit. */
async function correctionsOf(
  { jobs: { corrections } }: Client,
  job: string,
  { limit, signal }: { readonly limit?: number; readonly signal: AbortSignal },
): Promise<Correction[]> {
  if (limit === undefined) return corrections.list(job, { signal });

  const first: Correction[] = [];
  const query = { limit: Math.min(limit, pageSize) };
  for await (const correction of corrections.pages(job, query, { signal })) {
    first.push(correction);
    if (first.length >= limit) break;
  }
  return first;
}

export async function listCorrections(
  job: string,
  options: ReadOptions & { readonly limit?: number },
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const corrections = await correctionsOf(client, job, { ...options, signal: environment.signal });
  const rows = corrections.map((correction) => [
    ...[
      correction.correction_id,
      localTime(correction.created_at),
      correction.actor.name,
      words(correction),
    ],
  ]);

  return print(environment, options, {
    json: corrections,
    text:
      corrections.length > 0
        ? table(['Correction', 'Made', 'By', 'What'], rows)
        : ['No corrections.'],
  });
}

export async function undoCorrection(
  job: string,
  correction: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  await client.jobs.corrections.undo(job, correction, { signal: environment.signal });
  return print(environment, options, { json: null, text: [`${correction} undone`] });
}

/** Prints precision and recall for each source and engine. */
export async function evaluate(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const evaluation = await client.jobs.corrections.evaluate({ signal });
  const { jobs, analyses, scores } = evaluation;
  const head = [
    'What',
    'Source',
    'Engine',
    'Found',
    'Right',
    'Precision',
    'There',
    'Hit',
    'Recall',
  ];

  const rows = scores.map(({ target, source, engine, ...of }) => [
    ...[target, source, engine, `${of.found}`, `${of.right}`, share(of.precision)],
    ...[`${of.expected}`, `${of.hit}`, share(of.recall)],
  ]);
  const videos = `${plural(jobs.length, 'checked video')}, ${plural(analyses, 'analysis', 'analyses')}`;

  return print(environment, options, {
    json: evaluation,
    text:
      jobs.length > 0
        ? [...table(head, rows), '', videos]
        : ['Nobody has corrected or confirmed results yet: see reelsight corrections add.'],
  });
}

const share = (value: number | null): string => (value === null ? '–' : percentText(value));

function correctionOf(
  kind: NewCorrection['kind'],
  name: string | undefined,
  options: CorrectOptions,
): NewCorrection {
  const { object, to, at: atSeconds, start, end, box, library } = options;
  if (options.possible) return possibleCorrection(kind, name, options);
  if ((kind === 'add' || kind === 'move') && (start === undefined || end === undefined))
    throw new UsageError(`${kind} needs --start and --end.`);
  if ((kind === 'rename' || kind === 'merge') && to === undefined)
    throw new UsageError(`${kind} needs --to.`);
  if (options.paid) return segmentCorrection(kind, name, options);
  if (name === undefined) throw new UsageError('The name of the brand or object is missing.');

  return {
    kind,
    target: object ? 'object' : 'brand',
    name,
    ...(to !== undefined && { new_name: to }),
    ...(atSeconds !== undefined && kind !== 'add' && { appearance: { timestamp: atSeconds } }),
    ...(library && { library }),
    ...(start !== undefined &&
      end !== undefined && {
        appearance_added: {
          start,
          end,
          source: box === undefined ? 'audio' : 'visual',
          ...(atSeconds !== undefined && { timestamp: atSeconds }),
          ...(box !== undefined && { box: boxOf(box) }),
        },
      }),
  };
}

function possibleCorrection(
  kind: NewCorrection['kind'],
  name: string | undefined,
  { to, library, ...otherOptions }: CorrectOptions,
): NewCorrection {
  if (kind !== 'confirm' && kind !== 'dismiss')
    throw new UsageError('--possible is for confirm and dismiss.');
  const { object, paid, at: atSeconds, start } = otherOptions;
  if (object || paid || atSeconds !== undefined || start !== undefined)
    throw new UsageError(
      '--possible is about a text as a whole: only --to and --library go with it.',
    );
  if (name === undefined) throw new UsageError('The text of the possible brand is missing.');

  return {
    kind,
    target: 'possible_brand',
    name,
    ...(to !== undefined && { new_name: to }),
    ...(library && { library }),
  };
}

function segmentCorrection(
  kind: NewCorrection['kind'],
  payer: string | undefined,
  { object, to, at: atSeconds, start, end, box, library }: CorrectOptions,
): NewCorrection {
  if (object || library || box !== undefined)
    throw new UsageError('--object, --box and --library say nothing about a paid segment.');
  if (kind !== 'add' && atSeconds === undefined)
    throw new UsageError(`${kind} --paid needs --at: when the segment begins.`);
  if (kind === 'add' && atSeconds !== undefined)
    throw new UsageError('add --paid needs no --at: --start says when the segment begins.');

  return {
    kind,
    target: 'paid_segment',
    ...(kind === 'add' && payer !== undefined && { name: payer }),
    ...(to !== undefined && { new_name: to }),
    ...(atSeconds !== undefined && {
      segment: { start: atSeconds, ...(payer !== undefined && { brand: payer }) },
    }),
    ...(start !== undefined && end !== undefined && { segment_new: { start, end } }),
  };
}

function boxOf(text: string): { x: number; y: number; width: number; height: number } {
  const [x, y, width, height, ...rest] = text.split(',').map(Number);
  const sides = { x, y, width, height };
  if (rest.length > 0 || Object.values(sides).some((side) => !Number.isFinite(side)))
    throw new UsageError('--box is four fractions of the picture: x,y,width,height.');
  return sides as ReturnType<typeof boxOf>;
}

const refusals: Readonly<Record<NonNullable<Correction['library_refused']>, string>> = {
  no_picture: 'no picture of that time is kept',
  too_small: 'the box is too small or too narrow',
  unreadable: 'the stored picture is broken',
  library_full: 'the library or the brand has the most allowed',
  unavailable: 'no picture can be stored now; undo it and add it again later',
};

/** Says whether the brand library learned the picture of a logo, or why not. */
function learned({ library, library_refused: refused }: Correction): string[] {
  if (refused) return [`No logo picture: ${refusals[refused] ?? refused}.`];
  return library?.logo_id ? [`Logo picture ${library.logo_id} in ${library.brand_id}.`] : [];
}

/** Describes a correction: `rename brand Sonos to Sony`, `dismiss paid segment Sony at 0:30.0`. */
function words({ kind, target, name, new_name, appearance, ...correction }: Correction) {
  const { appearance_added: addedSpan, segment, segment_new: newSpan } = correction;
  const second = appearance?.timestamp ?? segment?.start;
  const span = addedSpan ?? newSpan;
  return [
    `${kind} ${target.replaceAll('_', ' ')}`,
    ...(name === '' ? [] : [name]),
    ...(second === undefined ? [] : [`at ${timeText(second)}`]),
    ...(new_name === undefined ? [] : [`to ${new_name}`]),
    ...(correction.appearances_added
      ? [plural(correction.appearances_added.length, 'appearance')]
      : []),
    ...(span ? [`from ${timeText(span.start)} to ${timeText(span.end)}`] : []),
  ].join(' ');
}
