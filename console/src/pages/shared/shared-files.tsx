/** A shared report: its numbers, and its files to read or to download. */
import type { SharedReport } from '@reelsight/contract';
import { lazy, Suspense } from 'react';
import { useTitle } from '../../app/title.ts';
import { Skeleton } from '../../ui/notice.tsx';
import styles from './shared.module.css';
import { SharedHead } from './shared-head.tsx';
import { sharedFile } from './shared-job.ts';

const SharedNumbers = lazy(() =>
  import('./shared-numbers.tsx').then((file) => ({ default: file.SharedNumbers })),
);

const names: Readonly<Record<SharedReport['files'][number]['format'], string>> = {
  html: 'Read the report',
  pdf: 'PDF',
  xlsx: 'Spreadsheet (XLSX)',
  pptx: 'Slides (PPTX)',
  csv: 'Appearances (CSV)',
  json: 'Data for programs (JSON)',
};

const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });

interface SharedFilesProps {
  readonly report: SharedReport;
  readonly token: string;
}

/** Numbers of more videos and brands than a phone can take are only in the files. */
const shownBytes = 4_000_000;

export function SharedFiles({ report, token }: SharedFilesProps) {
  useTitle(report.title);
  const numbers = report.files.find(({ format }) => format === 'json');
  const hasPdf = report.files.some(({ format }) => format === 'pdf');

  return (
    <>
      <SharedHead token={token} title={report.title} sender={report.sender} hasPdf={hasPdf}>
        Report of {dayText(report.created_at)} · Shared by link until {dayText(report.expires_at)}
      </SharedHead>
      {numbers && numbers.size_bytes <= shownBytes && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <SharedNumbers token={token} />
        </Suspense>
      )}
      <ul className={styles.files} aria-label="Files">
        {report.files.map(({ format }) => (
          <li key={format}>
            <a href={sharedFile(token, format)}>{names[format]}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
