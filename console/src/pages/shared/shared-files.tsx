/** A shared report: its files, to read on the page or to download. */
import type { SharedReport } from '@reelsight/contract';
import { useTitle } from '../../app/title.ts';
import styles from './shared.module.css';
import { SharedHead } from './shared-head.tsx';
import { sharedFile } from './shared-job.ts';

const names: Readonly<Record<SharedReport['files'][number]['format'], string>> = {
  html: 'Read the report',
  pdf: 'PDF',
  xlsx: 'Spreadsheet (XLSX)',
  pptx: 'Slides (PPTX)',
  csv: 'Appearances (CSV)',
  json: 'Numbers (JSON)',
};

const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });

interface SharedFilesProps {
  readonly report: SharedReport;
  readonly token: string;
}

export function SharedFiles({ report, token }: SharedFilesProps) {
  useTitle(report.title);
  return (
    <>
      <SharedHead
        token={token}
        title={report.title}
        sender={report.sender}
        hasPdf={report.files.some(({ format }) => format === 'pdf')}
      >
        Report of {dayText(report.created_at)} · Shared by link until {dayText(report.expires_at)}
      </SharedHead>
      <ul className={styles.files}>
        {report.files.map(({ format }) => (
          <li key={format}>
            <a href={sharedFile(token, format)}>{names[format]}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
