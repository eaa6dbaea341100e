/** The calls with which a job's page reads and makes corrections. */
import type { JobRowView } from '@reelsight/contract';
import type { Correction, NewCorrection } from '@reelsight/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { exposureKey } from '../../exposure/exposure-query.ts';

/** How often to poll, because someone else may be correcting the same job. */
const pollMs = 10_000;

/** Oldest first. */
export function useCorrections({ job_id: id, status }: JobRowView) {
  const workspace = useWorkspaceId();
  return useQuery({
    queryKey: keys.corrections(workspace, id),
    queryFn: ({ signal }) => clientOf(workspace).jobs.corrections.list(id, { signal }),
    enabled: status === 'completed',
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  });
}

/** Reloads the results whenever the list of corrections has changed, whoever changed it. */
export function useFollowCorrections(row: JobRowView): void {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const { data } = useCorrections(row);
  const now = data?.map(({ correction_id }) => correction_id).join();
  const previousIds = useRef<string>(undefined);

  useEffect(() => {
    if (now === undefined) return;
    if (previousIds.current !== undefined && previousIds.current !== now) {
      void client.invalidateQueries({ queryKey: keys.correctedJob(workspace, row.job_id) });
      void client.invalidateQueries({ queryKey: exposureKey(workspace) });
    }
    previousIds.current = now;
  }, [client, workspace, row.job_id, now]);
}

/** Reads the corrections again, and the brand library, which may have learned from them. */
function useRefresh(jobId: string): () => Promise<void> {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  return async () => {
    const changed = [keys.corrections(workspace, jobId), keys.brands(workspace)];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Sends corrections one after the other, so that each sees the result of the previous one. */
export function useCorrect(jobId: string) {
  const workspace = useWorkspaceId();
  return useMutation({
    async mutationFn(corrections: readonly NewCorrection[]) {
      const created: Correction[] = [];
      for (const correction of corrections)
        created.push(await clientOf(workspace).jobs.corrections.create(jobId, correction));
      return created;
    },
    onSettled: useRefresh(jobId),
  });
}

/** A correction that gives something another name. */
export type NewName = Correction & { readonly kind: 'rename' | 'merge' };

/**
 * Makes a correction again so that the brand library learns from it: one correction, which one press undoes. If the
 * library refuses, the correction is as it was.
 */
export function useTeach(jobId: string) {
  const workspace = useWorkspaceId();
  return useMutation({
    async mutationFn({ correction_id: id, kind, target, name, new_name }: NewName) {
      const { corrections } = clientOf(workspace).jobs;
      const again: NewCorrection = { kind, target, name, ...(new_name && { new_name }) };
      await corrections.undo(jobId, id);
      try {
        return await corrections.create(jobId, { ...again, library: true });
      } catch (error) {
        await corrections.create(jobId, again);
        throw error;
      }
    },
    onSettled: useRefresh(jobId),
  });
}

export function useUndo(jobId: string) {
  const workspace = useWorkspaceId();
  return useMutation({
    mutationFn: (id: string) => clientOf(workspace).jobs.corrections.undo(jobId, id),
    onSettled: useRefresh(jobId),
  });
}
