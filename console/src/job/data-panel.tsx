/** The results as files and in their raw form. */
import type { Job } from '@reelsight/sdk';
import { useMemo } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { VideoViews } from '../exposure/video-views.tsx';
import { saveFile } from '../format/csv.ts';
import { type ExportChoice, jobExportChoices } from '../format/export-choices.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyableId, CopyButton } from '../ui/copy-button.tsx';
import { ApiCall } from '../ui/disclosure.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { exportPath } from './header-actions.tsx';
import { useJobAddress } from './job-address.ts';
import styles from './panels.module.css';
import { type Bench, useBench } from './workbench.ts';

/** The files that can be made of this analysis alone, even if the page also shows results of earlier ones. */
function choicesOf({ job, results }: Bench): ExportChoice[] {
  const jobResults = ('results' in job ? (job as Job).results : null) ?? results;
  return jobExportChoices(jobResults);
}

export function DataPanel() {
  const bench = useBench();
  const workspace = useWorkspaceId();
  const { job } = bench;
  const [getParam] = useJobAddress();
  const asFound = getParam('found') === '1' ? { corrected: 'false' } : {};
  const lines = useMemo(() => JSON.stringify(job, null, 2).split('\n'), [job]);

  return (
    <div className={styles.column}>
      <div className={styles.downloads}>
        <Button small onClick={() => saveJson(bench)}>
          All results (JSON)
        </Button>
        {choicesOf(bench).map(({ format, label, query }) => (
          <a
            key={format}
            className={buttonClass('plain', true)}
            href={exportPath(workspace, job.job_id, format, bench.least, { ...query, ...asFound })}
            download
          >
            {label}
          </a>
        ))}
      </div>
      <div className={styles.bar}>
        <CopyableId id={job.job_id} what="id" />
        <CopyButton text={lines.join('\n')} what="JSON" labelled />
      </div>
      {/* With brands, the tab Exposure shows them. */}
      {!bench.results.brands && <VideoViews job={job.job_id} />}
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

function saveJson(bench: Bench): void {
  saveFile(`${fileName(bench)}.json`, JSON.stringify(bench.job, null, 2), 'application/json');
}
