/** `reelsight report` and `reelsight reports …` */
import { readFile } from 'node:fs/promises';
import type { Client, NewReport, ReportFormat } from '@reelsight/sdk';
import { exitCode, FailedError, UsageError } from './exit-code.ts';
import { checkMoney } from './exposure.ts';
import { localTime, print, type ReadOptions } from './output.ts';
import { checkOutputFile, plainName, writeOutputFile } from './output-file.ts';
import { type ConnectOptions, type Environment, openSession } from './session.ts';
import { table } from './words.ts';

/** A record rather than a list, so that the compiler reports a missing format. */
const formats: Readonly<Record<ReportFormat, true>> = {
  pdf: true,
  xlsx: true,
  pptx: true,
  html: true,
  csv: true,
  json: true,
};
export const reportFormats = Object.keys(formats);

export interface ReportOptions extends ReadOptions {
  readonly batch?: string;
  readonly follow?: string;
  readonly format: string;
  readonly output?: string;
  readonly title?: string;
  readonly brand?: readonly string[];
  readonly minConfidence?: number;
  readonly cpm?: number;
  readonly audience?: number | 'views';
  readonly logo?: string;
  readonly full?: boolean;
}

/** Asks for the report, waits for it and writes the file. */
export async function makeReport(
  jobs: readonly string[],
  options: ReportOptions,
  environment: Environment,
): Promise<number> {
  checkMoney(options);
  const request = await askedOf(jobs, options);
  if (options.output) await checkOutputFile('--output', options.output);

  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { report_id: id } = await client.reports.create(request, { signal });
  const report = await client.reports.wait(id, { signal });
  if (report.status === 'failed')
    throw new FailedError(`${report.error?.code}: ${report.error?.message}`);

  const format = options.format as ReportFormat;
  const path = await keep(id, format, { client, output: options.output, signal });
  if (options.json) return print(environment, options, { json: report, text: [] });

  environment.stderr.write(`written to ${path}\n`);
  return exitCode.done;
}

interface Kept {
  readonly client: Client;
  readonly output: string | undefined;
  readonly signal: AbortSignal;
}

/** Resolves with the path of the written file. */
async function keep(id: string, format: ReportFormat, to: Kept): Promise<string> {
  const { blob, fileName } = await to.client.reports.download(id, format, { signal: to.signal });
  const path = to.output ?? plainName(fileName);
  if (!to.output) await checkOutputFile('The report', path);
  await writeOutputFile(path, blob);
  return path;
}

export interface DownloadOptions extends ConnectOptions {
  readonly format?: string;
  readonly output?: string;
}

/** Downloads a file of an earlier report, in the report's first format unless another is given. */
export async function downloadReport(
  id: string,
  options: DownloadOptions,
  environment: Environment,
): Promise<number> {
  const { output } = options;
  if (output) await checkOutputFile('--output', output);

  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { formats, status } = await client.reports.get(id, { signal });
  if (status === 'pending') await client.reports.wait(id, { signal });

  const format = (options.format ?? formats[0]) as ReportFormat;
  const path = await keep(id, format, { client, output, signal });
  environment.stderr.write(`written to ${path}\n`);

  return exitCode.done;
}

async function askedOf(jobs: readonly string[], options: ReportOptions): Promise<NewReport> {
  const { batch, follow, title, brand, minConfidence, cpm, audience, logo, format, full } = options;
  const sources = [jobs.length > 0, batch !== undefined, follow !== undefined];
  if (sources.filter(Boolean).length !== 1)
    throw new UsageError('Name jobs, or --batch, or --follow: exactly one of them.');

  return {
    ...(jobs.length > 0 && { job_ids: [...jobs] }),
    ...(batch && { batch_id: batch }),
    ...(follow && { follow_id: follow }),
    formats: [format as ReportFormat],
    ...(full && { detail: 'full' as const }),
    ...(title && { title }),
    ...(brand?.length && { brands: [...brand] }),
    ...(minConfidence !== undefined && { min_confidence: minConfidence }),
    ...(cpm !== undefined && { cpm_usd: cpm }),
    ...(audience !== undefined && { audience }),
    ...(logo && { logo: await pictureOf(logo) }),
  };
}

/** The picture in base64. Throws UsageError if it cannot be read. */
export async function pictureOf(path: string): Promise<string> {
  try {
    return (await readFile(path)).toString('base64');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--logo ${path}: it could not be read (${code}).`);
  }
}

export async function listReports(
  options: ReadOptions & { readonly limit: number; readonly all?: boolean },
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const reports = [];
  for await (const report of client.reports.list({}, { signal: environment.signal })) {
    reports.push(report);
    if (!options.all && reports.length >= options.limit) break;
  }

  const rows = reports.map((report) => [
    ...[report.report_id, report.status, localTime(report.created_at)],
    ...[report.formats.join(', '), report.title],
  ]);

  return print(environment, options, {
    json: reports,
    text: rows.length
      ? table(['Report', 'Status', 'Made', 'Files', 'Title'], rows)
      : ['No reports.'],
  });
}

export async function deleteReport(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  await client.reports.delete(id, { signal: environment.signal });
  return print(environment, options, { json: null, text: [`${id} deleted`] });
}
