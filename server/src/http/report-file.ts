/** Sends a file of a report as an answer. */
import { Fault, reportFormats } from '@reelsight/contract';
import type { ReportListRow } from '../db/reports.ts';
import { reportAttemptFolder, reportContentTypes, reportFileName } from '../domain/reports.ts';
import { attachment, fileStem } from '../exports/file-name.ts';
import { keyOfText } from '../storage/storage-key.ts';
import type { CallDeps, Reply } from './call.ts';

/** Throws Fault NOT_FOUND. */
export async function reportFile(
  { storage }: CallDeps,
  row: ReportListRow,
  formatName: string | undefined,
): Promise<Reply> {
  const format = reportFormats.find((reportFormat) => reportFormat === formatName);
  const hasFile = format !== undefined && row.files[format] !== undefined;
  const folder = reportAttemptFolder(row);
  const object = hasFile
    ? await storage.get(keyOfText(`${folder}/${reportFileName(format)}`))
    : null;
  if (!object || !format)
    throw new Fault('NOT_FOUND', `format ${formatName}`, {
      text: `The report has no such file; it is ${row.status}, and was asked for ${row.formats.join(', ')}.`,
    });

  return {
    status: 200,
    raw: object.stream,
    headers: {
      'Content-Type': reportContentTypes[format],
      'Content-Length': String(object.sizeBytes),
      'Content-Disposition': attachment(fileStem(row.title, row.id), format, row.id),
      'Cache-Control': 'private, max-age=86400, immutable',
      'X-Content-Type-Options': 'nosniff',
      // The file may contain text from somebody else's video, so it must never run scripts on our origin.
      'Content-Security-Policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; sandbox",
    },
  };
}
