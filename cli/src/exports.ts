/** `reelsight jobs export` and `batch export`: results as a file. */
import { formatsWhere } from '@reelsight/contract/export-formats';
import type {
  BatchExportFormat,
  ExportedFile,
  ExportFormat,
  ExportOptions as ServiceOptions,
} from '@reelsight/sdk';
import { exitCode, UsageError } from './exit-code.ts';
import { checkOutputFile, plainName, writeOutputFile } from './output-file.ts';
import { type ConnectOptions, type Environment, openSession } from './session.ts';

export const jobFormats: readonly string[] = formatsWhere(() => true);
export const batchFormats: readonly string[] = formatsWhere(({ ofBatch }) => ofBatch);

const rates: Readonly<Record<NonNullable<ServiceOptions['frame_rate']>, true>> = {
  '23.976': true,
  '24': true,
  '25': true,
  '29.97': true,
  '30': true,
  '47.952': true,
  '48': true,
  '50': true,
  '59.94': true,
  '60': true,
};
export const frameRates = Object.keys(rates).sort((a, b) => Number(a) - Number(b));

export interface ExportOptions extends ConnectOptions {
  readonly output?: string;
  readonly name?: readonly string[];
  readonly maxLineChars?: number;
  readonly maxLines?: number;
  readonly frameRate?: string;
  readonly startTimecode?: string;
  readonly frameSize?: string;
  readonly bom?: boolean;
  readonly minConfidence?: number;
  readonly asFound?: boolean;
}

export async function exportJob(
  id: string,
  format: string,
  options: ExportOptions,
  environment: Environment,
): Promise<number> {
  await checkOutput(options);
  const { client } = await openSession(environment, options);
  const requestOptions = askedOf(options, environment);
  return hand(
    await client.jobs.export(id, format as ExportFormat, requestOptions),
    options,
    environment,
  );
}

export interface ExportManyOptions extends ExportOptions {
  readonly formats: readonly string[];
}

export async function exportMany(
  ids: readonly string[],
  options: ExportManyOptions,
  environment: Environment,
): Promise<number> {
  const formats = options.formats.map((name) => {
    const format = jobFormats.find((jobFormat) => jobFormat === name);
    if (!format) throw new UsageError(`--formats: ${name} is none of ${jobFormats.join(', ')}`);
    return format as ExportFormat;
  });
  if (options.output) await checkOutputFile('--output', options.output);

  const { client } = await openSession(environment, options);
  const requestOptions = askedOf(options, environment);

  return keep(await client.jobs.exportMany(ids, formats, requestOptions), options, environment);
}

export interface ProofFramesOptions extends ConnectOptions {
  readonly name?: readonly string[];
  readonly output?: string;
}

export async function writeProofFrames(
  id: string,
  options: ProofFramesOptions,
  environment: Environment,
): Promise<number> {
  if (options.output) await checkOutputFile('--output', options.output);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { name } = options;
  const requestOptions = { signal, ...(name?.length && { name: [...name] }) };
  return keep(await client.jobs.proofFrames(id, requestOptions), options, environment);
}

/** Writes the file under the name that was given, or under the name that the service proposes. */
async function keep(
  { blob, fileName }: ExportedFile,
  { output }: { readonly output?: string },
  { stderr }: Environment,
): Promise<number> {
  const path = output ?? plainName(fileName);
  if (!output) await checkOutputFile('The file', path);
  await writeOutputFile(path, blob);
  stderr.write(`written to ${path}\n`);
  return exitCode.done;
}

export async function exportBatch(
  id: string,
  format: string,
  options: ExportOptions,
  environment: Environment,
): Promise<number> {
  await checkOutput(options);
  const { client } = await openSession(environment, options);
  const requestOptions = askedOf(options, environment);
  const file = await client.batches.export(id, format as BatchExportFormat, requestOptions);
  return hand(file, options, environment);
}

function askedOf(options: ExportOptions, { signal }: Environment): ServiceOptions {
  const { name, maxLineChars, maxLines, frameRate, startTimecode, frameSize } = options;
  const { bom, minConfidence, asFound } = options;
  return {
    signal,
    ...(name?.length && { name: [...name] }),
    ...(maxLineChars !== undefined && { max_line_chars: maxLineChars }),
    ...(maxLines !== undefined && { max_lines: maxLines }),
    ...(frameRate && { frame_rate: frameRate as NonNullable<ServiceOptions['frame_rate']> }),
    ...(startTimecode && { start_timecode: startTimecode }),
    ...(frameSize && { frame_size: frameSize }),
    ...(bom && { bom: 'true' as const }),
    ...(minConfidence !== undefined && { min_confidence: minConfidence }),
    ...(asFound && { corrected: 'false' as const }),
  };
}

/** The file to write; undefined for standard output, which `-` names as well, as other commands have it. */
const fileOf = ({ output }: ExportOptions): string | undefined =>
  output === '-' ? undefined : output;

async function checkOutput(options: ExportOptions): Promise<void> {
  const path = fileOf(options);
  if (path) await checkOutputFile('--output', path);
}

/** Writes to the output file, or to standard output if none is given. */
async function hand(
  { blob }: ExportedFile,
  options: ExportOptions,
  { stdout, stderr }: Environment,
): Promise<number> {
  const path = fileOf(options);
  if (path) {
    await writeOutputFile(path, blob);
    stderr.write(`written to ${path}\n`);
    return exitCode.done;
  }

  const bytes = await blob.arrayBuffer();
  // `ignoreBOM` keeps a byte order mark in the text.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

  if (stdout.isTTY) stdout.write(text.replaceAll('\r\n', '\n'));
  else stdout.writeRaw(text);

  return exitCode.done;
}
