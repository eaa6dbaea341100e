/** The results as files and as they are. */
import { toSrt, toText, toVtt } from '@reelsight/sdk';
import { useMemo } from 'react';
import { framePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { jobAddress } from '../app/addresses.ts';
import { saveFile } from '../format/csv.ts';
import { Button } from '../ui/button.tsx';
import { CopyableId, CopyButton } from '../ui/copy-button.tsx';
import { ApiCall } from '../ui/disclosure.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { appearanceCsv, type CsvSource } from './appearance-csv.ts';
import { titleOf } from './job-header.tsx';
import styles from './panels.module.css';
import { type Bench, useBench } from './workbench.ts';

interface Download {
  readonly ending: string;
  readonly label: string;
  readonly type: string;
  readonly text: () => string;
}

function downloadsOf(bench: Bench, workspace: string): Download[] {
  const { job, results } = bench;
  const { transcription, brands, objects } = results;
  return [
    {
      ending: 'json',
      label: 'All results (JSON)',
      type: 'application/json',
      text: () => JSON.stringify(job, null, 2),
    },
    ...(brands || objects
      ? [
          {
            ending: 'csv',
            label: 'Appearances (CSV)',
            type: 'text/csv',
            // The mark lets spreadsheets read it as UTF-8.
            text: () => `\ufeff${appearanceCsv(csvSource(bench, workspace))}`,
          },
        ]
      : []),
    ...(transcription
      ? [
          {
            ending: 'srt',
            label: 'Subtitles (SRT)',
            type: 'application/x-subrip',
            text: () => toSrt(transcription),
          },
          {
            ending: 'vtt',
            label: 'Subtitles (VTT)',
            type: 'text/vtt',
            text: () => toVtt(transcription),
          },
          {
            ending: 'txt',
            label: 'Transcript (text)',
            type: 'text/plain',
            text: () => toText(transcription),
          },
        ]
      : []),
  ];
}

/** Links that open for whoever is signed in. */
function csvSource({ job, row, results }: Bench, workspace: string): CsvSource {
  const { origin } = location;
  return {
    jobId: job.job_id,
    video: titleOf(row),
    results,
    momentUrl: (second) => origin + jobAddress(job.job_id, second),
    frameUrl: (path) => origin + framePath(workspace, path),
  };
}

export function DataPanel() {
  const bench = useBench();
  const workspace = useWorkspaceId();
  const { job } = bench;
  const lines = useMemo(() => JSON.stringify(job, null, 2).split('\n'), [job]);
  return (
    <div className={styles.column}>
      <div className={styles.downloads}>
        {downloadsOf(bench, workspace).map((one) => (
          <Button key={one.ending} small onClick={() => save(one, fileName(bench))}>
            {one.label}
          </Button>
        ))}
      </div>
      <div className={styles.bar}>
        <CopyableId id={job.job_id} what="job id" />
        <CopyButton text={lines.join('\n')} what="JSON" labelled />
      </div>
      <ApiCall method="GET" path={`/v1/jobs/${job.job_id}`} />
      <VirtualList
        label="Results as JSON"
        items={lines}
        estimatePx={20}
        render={(line) => <pre className={styles.line}>{line}</pre>}
      />
    </div>
  );
}

function fileName({ job }: Bench): string {
  const title = (job.video_title ?? job.job_id).replace(/\.(mp4|m4v|mov|qt|webm)$/i, '');
  return title.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 80) || job.job_id;
}

function save({ ending, type, text }: Download, name: string): void {
  saveFile(`${name}.${ending}`, text(), type);
}
