/** The video and options of an earlier job as a request, to create another job or to ask for its price. */
import type { JobRowView } from '@reelsight/contract';
import { optionsOf } from '@reelsight/contract/job-options';
import type { NewJob } from '@reelsight/sdk';
import { optionsBy } from '../../analyse/form-options.ts';
import { jobOf, nothingWanted, type Source, type Wanted } from '../../analyse/wanted.ts';

export function sourceOf(row: JobRowView): Source {
  const options = { ...unofferedOptions(row), from_job: row.job_id };
  if (row.url !== null) return { ...options, url: row.url };

  return {
    ...options,
    upload_key: row.upload_key,
    upload_filename: row.filename ?? row.video_title,
  };
}

/** Options that the form does not offer are taken over from the earlier job. */
function unofferedOptions(row: JobRowView): Source {
  const fields: Readonly<Record<string, unknown>> = row;
  const options = optionsOf('job').flatMap(({ name, form }) =>
    form === undefined && fields[name] !== undefined ? [[name, fields[name]]] : [],
  );
  return Object.fromEntries(options);
}

export const wantedOf = (row: JobRowView): Wanted => ({
  ...nothingWanted,
  ...optionsBy(row),
  capabilities: row.capabilities,
});

export const askedAgain = (row: JobRowView): NewJob => jobOf(wantedOf(row), sourceOf(row));
