/** Analyse: a link or a file, what one wants to know, what it costs, and off it goes. */
import type { Batch, BatchCreated, Job } from '@reelsight/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { clientOf } from '../api/client.ts';
import { keys } from '../api/job-events.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useTitle } from '../app/title.ts';
import { useDraft } from '../format/remembered.ts';
import { Button } from '../ui/button.tsx';
import { ApiCall } from '../ui/disclosure.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import styles from './analyse.module.css';
import { type Ask, Cost, refusalAt, useEstimate } from './cost.tsx';
import { SourceField } from './source-field.tsx';
import { addFiles, removeUpload, type UploadItem, useUploads } from './upload-queue.ts';
import { batchOf, gapOf, jobOf, linksOf, nothingWanted, type Wanted } from './wanted.ts';
import { WantedFields } from './wanted-fields.tsx';

const emptyForm = { links: '', wanted: nothingWanted };

export function AnalysePage() {
  useTitle('Analyse');
  const workspace = useWorkspaceId();
  const [form, setForm, clearForm] = useDraft(`analyse:${workspace}`, emptyForm);
  const uploads = useUploads(workspace).filter(({ state }) => state !== 'refused');
  const refused = useUploads(workspace).filter(({ state }) => state === 'refused');
  const [tried, setTried] = useState(false);
  const account = useQuery({
    queryKey: keys.account(workspace),
    queryFn: ({ signal }) => clientOf(workspace).account({ signal }),
  });
  const limits = account.data?.limits;
  const links = linksOf(form.links);
  const count = links.length + uploads.length;
  const waiting = uploads.filter(({ key }) => key === null);
  const ask = askOf(form.wanted, links, uploads, limits);
  const gap = gapOf(form.wanted);
  const estimate = useEstimate(count > 0 && waiting.length === 0 && !gap ? ask.price : null);
  const sending = useSubmit(workspace, () => {
    clearForm();
    for (const item of [...uploads, ...refused]) removeUpload(item.id);
  });
  const { armed, submit, disarm } = useArmed(waiting.length === 0, () => sending.mutate(ask.send));
  const errors = {
    ...(estimate.error && count > 0 ? refusalAt(estimate.error) : {}),
    ...refusalAt(sending.error),
    ...(gap && tried ? { [gap.field]: gap.message } : {}),
    ...(tried && count === 0 ? { url: 'Paste a link or choose a file.' } : {}),
  };
  const change = (part: Partial<Wanted>) => {
    sending.reset();
    disarm();
    setForm((before) => ({ ...before, wanted: { ...before.wanted, ...part } }));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (count > 0 && !gap) submit();
      }}
    >
      <h1>Analyse</h1>
      <SourceField
        text={form.links}
        onText={(text) => {
          sending.reset();
          setForm((before) => ({ ...before, links: text }));
        }}
        uploads={[...uploads, ...refused]}
        onFiles={(files) => addFiles(workspace, files)}
        error={errors.url}
      />
      <WantedFields
        wanted={form.wanted}
        onChange={change}
        errors={errors}
        limits={limits}
        batch={count > 1}
      />
      {errors.form && <Notice kind="error">{errors.form}</Notice>}
      {sending.error && Object.keys(refusalAt(sending.error)).length === 0 && (
        <Failure error={sending.error} />
      )}
      <div className={styles.end}>
        <Cost
          estimate={count > 0 && !estimate.error ? estimate.data : undefined}
          hint={
            waiting.length > 0
              ? 'The cost shows when the upload is there.'
              : 'The cost shows here before anything starts.'
          }
        />
        <Button
          type="submit"
          weight="primary"
          busy={sending.isPending ? 'Starting …' : armed && 'Starts when uploaded …'}
        >
          {count > 1 ? `Analyse ${count} videos` : 'Analyse'}
        </Button>
      </div>
      {count > 0 && (
        <ApiCall
          method="POST"
          path={ask.send.kind === 'job' ? '/v1/jobs' : '/v1/batch'}
          body={ask.send.body}
        />
      )}
    </form>
  );
}

interface Asks {
  readonly send: Ask;
  /** Asked for its cost only: an upload's length counts there, where a batch of one says the same. */
  readonly price: Ask;
}

function askOf(
  wanted: Wanted,
  links: readonly string[],
  uploads: readonly UploadItem[],
  limits: { readonly max_batch_size: number; readonly requires_target: boolean } | undefined,
): Asks {
  const files = uploads.map(({ key, file, durationSeconds }) => ({
    key: key ?? '',
    filename: file.name.slice(0, 255),
    ...(durationSeconds !== null && { duration_seconds: durationSeconds }),
  }));
  const asBatch: Ask = { kind: 'batch', body: batchOf(wanted, { urls: links, uploads: files }) };
  if (links.length + files.length > 1) return { send: asBatch, price: asBatch };
  const [file] = files;
  const source = file
    ? { upload_key: file.key, upload_filename: file.filename }
    : { url: links[0] ?? '' };
  const send: Ask = { kind: 'job', body: jobOf(wanted, source) };
  const sameAsBatch =
    file?.duration_seconds !== undefined &&
    limits !== undefined &&
    limits.max_batch_size > 0 &&
    !limits.requires_target &&
    wanted.fps === '' &&
    wanted.surfaces.length === 0;
  return { send, price: sameAsBatch ? asBatch : send };
}

/** Sends once: a repeat after a lost answer has the same key, so it makes no second job. */
function useSubmit(workspace: string, onDone: () => void) {
  const [, go] = useLocation();
  const once = useRef<{ text: string; key: string }>(undefined);
  return useMutation({
    mutationFn: async (ask: Ask): Promise<string> => {
      const text = JSON.stringify(ask);
      if (once.current?.text !== text) once.current = { text, key: newKey() };
      const options = { idempotencyKey: once.current.key };
      const client = clientOf(workspace);
      if (ask.kind === 'job') return jobAddress(await client.jobs.create(ask.body, options));
      return batchAddress(await client.batches.create(ask.body, options));
    },
    onSuccess(address) {
      onDone();
      go(address);
    },
  });
}

/** Pages without https have no randomUUID. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
const jobAddress = ({ job_id }: Job): string => `/jobs/${job_id}`;
const batchAddress = ({ batch_id }: Pick<Batch | BatchCreated, 'batch_id'>): string =>
  `/batches/${batch_id}`;

/** Pressed before the upload is there: goes off when it is. */
function useArmed(ready: boolean, start: () => void) {
  const [armed, setArmed] = useState(false);
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    if (!armed || !ready) return;
    setArmed(false);
    latest.current();
  }, [armed, ready]);
  return {
    armed,
    submit: useCallback(() => setArmed(true), []),
    disarm: useCallback(() => setArmed(false), []),
  };
}
