/** Exports the results of the chosen jobs as one ZIP file, in the selected formats. */
import type { ExportFormat, JobRowView } from '@reelsight/contract';
import { useState } from 'react';
import { workspacePath } from '../../api/client.ts';
import { selectionExportChoices } from '../../format/export-choices.ts';
import { counted } from '../../format/quantity.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Row } from '../../ui/page.tsx';

const choices = selectionExportChoices();

/** Maximum number of jobs that the API allows in one file. */
const mostJobs = 200;

interface ExportManyProps {
  readonly workspace: string;
  /** The chosen jobs, all completed. */
  readonly rows: readonly JobRowView[];
  readonly onClose: () => void;
}

export function ExportMany({ workspace, rows, onClose }: ExportManyProps) {
  const [chosen, choose] = useState<readonly ExportFormat[]>(['csv', 'jsonl']);
  const ids = rows.slice(0, mostJobs).map(({ job_id }) => job_id);
  // Spreadsheets need the byte order mark to recognise UTF-8.
  const query = { job_ids: ids.join(), formats: chosen.join(), bom: 'true' };
  const href = `${workspacePath(workspace)}/v1/exports.zip?${new URLSearchParams(query)}`;

  return (
    <fieldset>
      <legend>One ZIP file with these of each video</legend>
      {choices.map(({ format, label }) => (
        <Checkbox
          key={format}
          label={label}
          checked={chosen.includes(format)}
          onChange={({ target }) =>
            choose(
              target.checked
                ? [...chosen, format]
                : chosen.filter((chosenFormat) => chosenFormat !== format),
            )
          }
        />
      ))}
      {rows.length > ids.length && (
        <p>One file holds at most {mostJobs} videos: the first of these.</p>
      )}
      <Row>
        {chosen.length > 0 && (
          <a className={buttonClass('primary', true)} href={href} download>
            Download {counted(ids.length, 'video')}
          </a>
        )}
        <Button small onClick={onClose}>
          Close
        </Button>
      </Row>
    </fieldset>
  );
}
