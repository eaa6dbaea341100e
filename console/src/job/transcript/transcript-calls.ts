/** The calls with which a job's page reads and makes corrections of its transcript. */
import type { JobRowView } from '@reelsight/contract';
import type { Job, NewSpeaker } from '@reelsight/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { laterOnce } from '../../api/later-once.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { type DraftPart, editOf, withLine } from './mended.ts';

/** How long after the last change the results are read again, so that many changes in a row cause one reading. */
const readAgainMs = 2000;

/** Reads the results again whenever the job has changed on the server, whoever changed it. */
export function useFollowTranscript({
  job_id: id,
  status,
  updated_at: updatedAt,
}: JobRowView): void {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const previous = useRef<string>(undefined);
  const later = useRef<ReturnType<typeof laterOnce>>(undefined);

  useEffect(() => {
    const reading = laterOnce(readAgainMs, () => {
      void client.invalidateQueries({ queryKey: keys.correctedJob(workspace, id) });
      void client.invalidateQueries({ queryKey: keys.speakers(workspace, id) });
    });
    later.current = reading;
    return () => reading.stop();
  }, [client, workspace, id]);

  useEffect(() => {
    if (status !== 'completed') return;
    if (previous.current !== undefined && previous.current !== updatedAt) later.current?.soon();
    previous.current = updatedAt;
  }, [status, updatedAt]);
}

export interface LineChange {
  readonly index: number;
  readonly parts: readonly DraftPart[];
  /** The revision that the person saw. */
  readonly revision: number;
}

/** Changes a line; the page shows it at once, and reads the results again when nobody changes more. */
export function useEditLine(jobId: string) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ index, parts, revision }: LineChange) =>
      clientOf(workspace).jobs.transcript.edit(jobId, index, editOf(parts, revision)),
    async onSuccess({ revision }, { index, parts }) {
      const queryKey = keys.correctedJob(workspace, jobId);
      // A reading that began before the change would bring back the line as it was.
      await client.cancelQueries({ queryKey });
      client.setQueriesData<Job>(
        { queryKey },
        (job) => job && withLine(job, index, parts, revision),
      );
    },
  });
}

/** The revision of a line that stands on the server; 0 if it is as heard. */
export function useStandingRevision(jobId: string) {
  const workspace = useWorkspaceId();
  return async (index: number): Promise<number> => {
    const filter = { segment: index, limit: 1 };
    const { items } = await clientOf(workspace).jobs.transcript.edits(jobId, filter).page();
    return items[0]?.revision ?? 0;
  };
}

export function useUndoLine(jobId: string) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ index, revision }: { readonly index: number; readonly revision: number }) =>
      clientOf(workspace).jobs.transcript.undo(jobId, index, { revision }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.correctedJob(workspace, jobId) }),
  });
}

/** What people said of the speakers. */
export function useSpeakers(jobId: string) {
  const workspace = useWorkspaceId();
  return useQuery({
    queryKey: keys.speakers(workspace, jobId),
    queryFn: ({ signal }) => clientOf(workspace).jobs.speakers.list(jobId, { signal }),
  });
}

export function useSetSpeaker(jobId: string) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ speaker, facts }: { readonly speaker: number; readonly facts: NewSpeaker }) =>
      clientOf(workspace).jobs.speakers.set(jobId, speaker, facts),
    async onSettled() {
      await client.invalidateQueries({ queryKey: keys.speakers(workspace, jobId) });
      await client.invalidateQueries({ queryKey: keys.correctedJob(workspace, jobId) });
    },
  });
}
