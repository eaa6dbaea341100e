/** Sends the form as one job or one batch. It is sent only once, and only after its uploads are complete. */
import type { Batch, BatchCreated, Job } from '@reelsight/sdk';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { clientOf } from '../api/client.ts';
import { rememberEstimate } from '../job/cost/cost-of.ts';
import { keptPreset, presetForBatch } from './batch-preset.ts';
import type { Ask, Estimate } from './cost.tsx';
import type { UploadItem } from './upload-queue.ts';
import { type BatchSources, batchOf, jobOf, type Wanted } from './wanted.ts';

interface Asks {
  readonly send: Ask;
  /** The request sent only to learn the cost; it states the length that the browser read from the file. */
  readonly price: Ask;
  /** Whether the cost can be requested before the file is uploaded. */
  readonly beforeUpload?: boolean;
}

export function askOf(
  request: Wanted,
  links: readonly string[],
  uploads: readonly UploadItem[],
): Asks {
  const files = uploads.map(({ key, file, durationSeconds }) => ({
    key: key ?? '',
    filename: file.name.slice(0, 255),
    ...(durationSeconds !== null && { duration_seconds: durationSeconds }),
  }));
  if (links.length + files.length > 1) {
    // The name costs nothing, so that typing it asks for no new price.
    return {
      send: batchAsk(request, links, files),
      price: batchAsk({ ...request, groupName: '' }, links, files),
    };
  }

  const [file] = files;
  const source = file
    ? { upload_key: file.key, upload_filename: file.filename }
    : { url: links[0] ?? '' };
  const body = jobOf(request, source);
  const length = file?.duration_seconds;
  const send: Ask = { kind: 'job', body };
  if (length === undefined) return { send, price: send };

  // While the file is still uploading, the price request contains its length but no source.
  const priced = file?.key ? source : {};
  return {
    send,
    price: { kind: 'job', body: { ...jobOf(request, priced), duration_seconds: length } },
    beforeUpload: true,
  };
}

function batchAsk(request: Wanted, links: readonly string[], files: BatchSources['uploads']): Ask {
  const sources = { urls: links, uploads: files };
  const preset = presetForBatch(request);
  if (!preset) return { kind: 'batch', body: batchOf(request, sources) };

  // The spending cap is of the whole batch, not of each video.
  const single = { ...request, max_credits: '' };
  const jobs = [
    ...links.map((url) => jobOf(single, { url })),
    ...files.map(({ key, filename, duration_seconds }) => ({
      ...jobOf(single, { upload_key: key, upload_filename: filename }),
      ...(duration_seconds !== undefined && { duration_seconds }),
    })),
  ];
  return { kind: 'batch', body: batchOf(request, sources, preset.name), preset, each: jobs };
}

interface Sending {
  readonly ask: Ask;
  /** The cost that the form showed. */
  readonly shown: Estimate | undefined;
}

/**
 * Creates the job only once: if the answer to a request is lost, the repeated request has the same key and so creates
 * no second job.
 */
export function useSubmit(workspace: string, onDone: () => void) {
  const [, go] = useLocation();
  const once = useRef<{ text: string; key: string }>(undefined);
  return useMutation({
    mutationFn: async ({ ask, shown: estimate }: Sending): Promise<string> => {
      const text = JSON.stringify(ask);
      if (once.current?.text !== text) once.current = { text, key: newKey() };

      const options = { idempotencyKey: once.current.key };
      const client = clientOf(workspace);

      if (ask.kind === 'job') {
        const job = await client.jobs.create(ask.body, options);
        if (estimate?.unknownLengths === 0)
          rememberEstimate(job.job_id, { credits: estimate.credits });
        return jobAddress(job);
      }

      const body = ask.preset
        ? { ...ask.body, preset: await keptPreset(workspace, ask.preset) }
        : ask.body;
      return batchAddress(await client.batches.create(body, options));
    },
    onSuccess(address) {
      onDone();
      go(address);
    },
  });
}

/** Not `randomUUID`, which browsers offer only to pages loaded over https. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
const jobAddress = ({ job_id }: Job): string => `/jobs/${job_id}`;
const batchAddress = ({ batch_id }: Pick<Batch | BatchCreated, 'batch_id'>): string =>
  `/batches/${batch_id}`;

/** If the button is pressed during an upload, submits as soon as the upload is complete. */
export function useArmed(state: 'nothing' | 'waiting' | 'ready', start: () => void) {
  const [armed, setArmed] = useState(false);
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    if (!armed || state === 'waiting') return;
    setArmed(false);
    // Checked again, because the last upload may have been refused or removed in the meantime.
    if (state === 'ready') latest.current();
  }, [armed, state]);

  return {
    armed,
    arm: useCallback(() => setArmed(true), []),
    disarm: useCallback(() => setArmed(false), []),
  };
}
