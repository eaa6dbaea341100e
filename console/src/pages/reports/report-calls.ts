/** Requests a report and downloads its file. */
import type { BodyOf, Calls, Report, ReportFormat } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientOf, workspaceCall, workspacePath } from '../../api/client.ts';

export type ReportAsk = Omit<BodyOf<Calls['createReport']>, 'formats'>;

export const reportKeys = (workspace: string) => ['reports', workspace] as const;

/** Names of the formats, in display order. */
export const formatNames: Readonly<Record<ReportFormat, string>> = {
  pdf: 'PDF',
  xlsx: 'XLSX',
  pptx: 'PPTX',
  html: 'HTML',
  csv: 'CSV',
  json: 'JSON',
};
export const formats = Object.keys(formatNames) as ReportFormat[];

export const filePath = (workspace: string, url: string): string => workspacePath(workspace) + url;

/** Files that are made with each PDF, so that the spreadsheet and the slides beside it have the same numbers. */
const besidePdf: readonly ReportFormat[] = ['xlsx', 'pptx'];

/**
 * Makes a report, and lets the browser save the requested file. The report is also made as JSON, because its page shows
 * that file's contents.
 */
export function useReportFile(workspace: string, ask: ReportAsk) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(format: ReportFormat): Promise<Report> {
      const beside = format === 'pdf' ? besidePdf : [];
      const body = { ...ask, formats: [...new Set([format, ...beside, 'json' as const])] };
      const { report_id } = await workspaceCall(workspace, 'createReport', { body });
      const options = { intervalMs: 500 };
      const report = (await clientOf(workspace).reports.wait(report_id, options)) as Report;
      const file = report.files.find((candidate) => candidate.format === format);
      if (!file) throw new Error(report.error?.message ?? 'The report could not be made.');

      hand(filePath(workspace, file.url));
      return report;
    },
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys(workspace) }),
  });
}

function hand(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The newest reports. The list is polled while a report is being made. */
export function useReports(workspace: string) {
  return useQuery({
    queryKey: reportKeys(workspace),
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listReports', { query: { limit: 100 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') ? 1500 : false,
  });
}
