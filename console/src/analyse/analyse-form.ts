/**
 * The state of the form: what the user typed, which files are uploaded, what the analysis would cost, and what is
 * wrong.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientOf } from '../api/client.ts';
import { keys } from '../api/job-events.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useDraft } from '../format/remembered.ts';
import { refusalAt, useEstimate } from './cost.tsx';
import { askOf, useArmed, useSubmit } from './submission.ts';
import { addFiles, removeUpload, useUploads } from './upload-queue.ts';
import { gapOf, linksOf, nothingWanted, type Wanted } from './wanted.ts';
import type { FieldErrors } from './wanted-fields.tsx';

const emptyForm = { links: '', wanted: nothingWanted };

export function useLimits(workspace: string) {
  const { data } = useQuery({
    queryKey: keys.account(workspace),
    queryFn: ({ signal }) => clientOf(workspace).account({ signal }),
  });
  return data?.limits;
}

export function useAnalyseForm() {
  const workspace = useWorkspaceId();
  const [form, setForm, clearForm] = useDraft(`analyse:${workspace}`, emptyForm);
  const [isAttempted, setTried] = useState(false);
  const { files, uploads, links, count, isWaiting, state } = useVideos(workspace, form.links);
  const ask = askOf(form.wanted, links, uploads);
  const gap = gapOf(form.wanted);
  const canPrice = count > 0 && (!isWaiting || ask.beforeUpload) && !gap;
  const estimate = useEstimate(canPrice ? ask.price : null);
  const sending = useSubmit(workspace, () => {
    clearForm();
    for (const { id } of files) removeUpload(id);
  });
  const { armed, arm, disarm } = useArmed(state, () =>
    sending.mutate({ ask: ask.send, shown: estimate.data }),
  );
  const errors: FieldErrors = {
    ...(count > 0 && refusalAt(estimate.error)),
    ...refusalAt(sending.error),
    ...(isAttempted && missingIn(gap, count)),
  };

  const edit = (change: (previous: typeof emptyForm) => typeof emptyForm) => {
    sending.reset();
    disarm();
    setForm(change);
  };

  return {
    form,
    files,
    limits: useLimits(workspace),
    count,
    isWaiting,
    armed,
    sending,
    errors,
    send: ask.send,
    estimate: count > 0 && !estimate.error ? estimate.data : undefined,
    setLinks: (text: string) => edit((previous) => ({ ...previous, links: text })),
    setWanted: (part: Partial<Wanted>) =>
      edit((previous) => ({ ...previous, wanted: { ...previous.wanted, ...part } })),
    addFiles: (fileList: FileList) => addFiles(workspace, fileList),
    submit() {
      setTried(true);
      if (count > 0 && !gap) arm();
    },
  };
}

/** The videos in the form: typed links, and files that were not refused. */
function useVideos(workspace: string, text: string) {
  const files = useUploads(workspace);
  const uploads = files.filter(({ state }) => state !== 'refused');
  const links = linksOf(text);
  const count = links.length + uploads.length;
  const isWaiting = uploads.some(({ key }) => key === null);
  const state = count === 0 ? 'nothing' : isWaiting ? 'waiting' : 'ready';
  return { files, uploads, links, count, isWaiting, state } as const;
}

/** Fields still to be filled in before the form can be sent. */
const missingIn = (gap: ReturnType<typeof gapOf>, count: number): FieldErrors => ({
  ...(gap && { [gap.field]: gap.message }),
  ...(count === 0 && { url: 'Paste a link or choose a file.' }),
});
