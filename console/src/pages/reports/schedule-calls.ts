/** The calls that the page of scheduled reports makes. */
import type { ReportSchedule, ReportScheduleEntry } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';
import { reportKeys } from './report-calls.ts';

const schedulesKey = (workspace: string) => ['report-schedules', workspace] as const;

const isUnderWay = ({ last_run: run }: ReportSchedule): boolean =>
  run !== null && run.ended_at === null;

/** Time between two readings of the list while a run is on its way, or is due. */
const pollMs = 1500;
/** Longest time that timers of browsers can wait, about 24 days. */
const longestTimerMs = 2 ** 31 - 1;

/** Time until the list is read again: at once while a run is on its way, else when the next one is due. */
function refreshMs(schedules: readonly ReportSchedule[]): number | false {
  if (schedules.some(isUnderWay)) return pollMs;
  const dueMs = schedules.flatMap(({ next_run_at: next }) => (next ? [Date.parse(next)] : []));
  if (dueMs.length === 0) return false;
  return Math.min(longestTimerMs, Math.max(pollMs, Math.min(...dueMs) - Date.now()));
}

export function useSchedules(workspace: string) {
  return useQuery({
    queryKey: schedulesKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listReportSchedules', { signal }),
    refetchInterval: ({ state }) => (state.data ? refreshMs(state.data) : false),
  });
}

/** The runs of a schedule. `newest` is the newest run, as the list has it: a change of it reads the runs again. */
export function useRuns(workspace: string, id: string, newest: string) {
  return useQuery({
    queryKey: [...schedulesKey(workspace), id, newest],
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listScheduleRuns', {
        params: { id },
        query: { limit: 20 },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
}

export function useRunChanges(workspace: string, schedule: string, run: string) {
  return useQuery({
    queryKey: [...schedulesKey(workspace), schedule, 'run', run],
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'getScheduleRun', {
        params: { id: schedule, run_id: run },
        signal,
      }),
  });
}

function useRefresh(workspace: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [schedulesKey(workspace), reportKeys(workspace)];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Replaces the schedule with this id, or creates one if the id is null. */
export function useSaveSchedule(workspace: string, id: string | null) {
  return useMutation({
    mutationFn: (body: ReportScheduleEntry) =>
      id === null
        ? workspaceCall(workspace, 'createReportSchedule', { body })
        : workspaceCall(workspace, 'changeReportSchedule', { params: { id }, body }),
    onSuccess: useRefresh(workspace),
  });
}

export function useRunSchedule(workspace: string) {
  return useMutation({
    mutationFn: (id: string) => workspaceCall(workspace, 'runReportSchedule', { params: { id } }),
    onSuccess: useRefresh(workspace),
  });
}

export function useDeleteSchedule(workspace: string) {
  return useMutation({
    mutationFn: (id: string) =>
      workspaceCall(workspace, 'deleteReportSchedule', { params: { id } }),
    onSuccess: useRefresh(workspace),
  });
}
