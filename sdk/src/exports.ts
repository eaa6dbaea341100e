/** Results as files: subtitles, tables, timelines, annotations. */
import type { CallOptions, QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { ExportFormat } from './schema.gen.ts';

/** What a format has no use for is ignored. */
export type ExportOptions = CallOptions & QueryOf<'exportJob'>;
export type BatchExportOptions = CallOptions & QueryOf<'exportBatch'>;
export type BatchExportFormat = Extract<ExportFormat, 'csv' | 'jsonl'>;

export interface ExportedFile {
  /** Has the media type of the format; `text()` reads it. */
  readonly blob: Blob;
  /** As the service proposes it, made of the title of the video. */
  readonly fileName: string;
}

export const jobExports = (connection: Connection) => ({
  /** The results of a completed job as a file, all of it in memory; `blob.text()` is its text. */
  export(id: string, format: ExportFormat, options: ExportOptions = {}): Promise<ExportedFile> {
    return exportFile(connection, `/v1/jobs/${encodeURIComponent(id)}/exports/${format}`, options);
  },
});

export const batchExports = (connection: Connection) => ({
  /** The results of all completed jobs of a batch as one file. */
  export(
    id: string,
    format: BatchExportFormat,
    options: BatchExportOptions = {},
  ): Promise<ExportedFile> {
    return exportFile(connection, `/v1/batch/${encodeURIComponent(id)}/exports/${format}`, options);
  },
});

async function exportFile(
  { baseUrl, headers, send }: Connection,
  path: string,
  { signal, ...query }: ExportOptions,
): Promise<ExportedFile> {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) asked.append(name, String(one));
  }
  const text = asked.size > 0 ? `?${asked}` : '';
  const request = new Request(`${baseUrl}${path}${text}`, { headers, ...(signal && { signal }) });
  const response = await send(request);
  return { blob: await response.blob(), fileName: fileNameOf(response) };
}

function fileNameOf({ headers }: Response): string {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? 'export' : decodeURIComponent(encoded);
}
