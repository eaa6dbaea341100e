/** Exports results as files: subtitles, tables, timelines, annotations. */
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { BatchExportFormat } from './export-formats.gen.ts';
import type { CallOptions } from './options.ts';
import type { ExportFormat } from './schema.gen.ts';

type ExportQuery = Loose<QueryOf<'exportJob'>>;
/** Options of an export. An option that the format does not use is ignored. */
export type ExportOptions = CallOptions & ExportQuery;
export type BatchExportOptions = CallOptions & Loose<QueryOf<'exportBatch'>>;

export interface ExportedFile {
  /** The content, typed with the format's media type; `blob.text()` returns it as text. */
  readonly blob: Blob;
  /** The name that the service suggests, based on the title of the video. */
  readonly fileName: string;
}

export interface JobExports {
  /** The results of a completed job as a file, read fully into memory; `blob.text()` returns its text. */
  export(id: string, format: ExportFormat, options?: ExportOptions): Promise<ExportedFile>;
  /** The results of up to 200 jobs as one ZIP file, with a manifest that lists its contents and the missing files. */
  exportMany(
    ids: readonly string[],
    formats: readonly ExportFormat[],
    options?: ExportOptions,
  ): Promise<ExportedFile>;
  /** The proof frames of a completed job as a ZIP file, with a table that says what each frame shows. */
  proofFrames(id: string, options?: ProofFramesOptions): Promise<ExportedFile>;
}

/** Options that select one, several or all brands or objects. */
export type ProofFramesOptions = CallOptions & Loose<QueryOf<'getProofFrames'>>;

export interface BatchExports {
  /** The results of all completed jobs of a batch as one file. */
  export(
    id: string,
    format: BatchExportFormat,
    options?: BatchExportOptions,
  ): Promise<ExportedFile>;
}

const queryNames = [
  'name',
  'min_confidence',
  'max_line_chars',
  'max_lines',
  'frame_rate',
  'start_timecode',
  'frame_size',
  'bom',
  'corrected',
] as const satisfies readonly (keyof ExportQuery)[];

export const jobExports = (connection: Connection): JobExports => ({
  export(id, format, options = {}) {
    return exportFile(connection, `/v1/jobs/${encodeURIComponent(id)}/exports/${format}`, options);
  },
  exportMany(ids, formats, options = {}) {
    const chosen = new URLSearchParams({ job_ids: ids.join(), formats: formats.join() });
    return exportFile(connection, `/v1/exports.zip?${chosen}`, options);
  },
  proofFrames(id, options = {}) {
    return exportFile(connection, `/v1/jobs/${encodeURIComponent(id)}/proof-frames.zip`, options);
  },
});

export const batchExports = (connection: Connection): BatchExports => ({
  export(id, format, options = {}) {
    return exportFile(connection, `/v1/batch/${encodeURIComponent(id)}/exports/${format}`, options);
  },
});

async function exportFile(
  { file }: Connection,
  path: string,
  options: ExportOptions,
): Promise<ExportedFile> {
  const params = new URLSearchParams();
  const query: ExportQuery = options;

  for (const name of queryNames) {
    for (const entry of [query[name] ?? []].flat()) params.append(name, String(entry));
  }

  const joined = path.includes('?') ? '&' : '?';
  const fullPath = params.size > 0 ? path + joined + params : path;
  const { data: blob, response } = await file(fullPath, options);

  return { blob, fileName: fileNameOf(response) };
}

/** The file name that the service suggests; `export` if it suggests none. */
export function fileNameOf({ headers }: Response): string {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? 'export' : decodeURIComponent(encoded);
}
