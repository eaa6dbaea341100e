/** The numbers of a shared report, read from its JSON file, so that a client need not open a file to see them. */
import type { Exposure, SharedJob } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import { useQuery } from '@tanstack/react-query';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { SharedExposure } from './shared-exposure.tsx';
import { fetchSharedFile } from './shared-job.ts';
import { SharedSlots, slotsIn } from './shared-name.tsx';

/** The fields of the report's JSON file that are shown; docs/reports.md describes all. */
interface ReportData {
  readonly exposure: Exposure;
  readonly videos: readonly { readonly job_id: string }[];
  /** Sentences that say what is missing. */
  readonly missing: readonly string[];
  /** Absent in reports of earlier releases. */
  readonly brand_colours?: SharedJob['brand_colours'];
}

export function SharedNumbers({ token }: { readonly token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared', token, 'numbers'],
    queryFn: async () =>
      JSON.parse(await (await fetchSharedFile(token, 'json')).text()) as ReportData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error)
    return (
      <Failure error={error} what="The numbers could not be read." onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton lines={6} />;

  const { exposure, videos, missing, brand_colours: colours = [] } = data;
  return (
    <SharedSlots value={slotsIn({ brand_colours: colours })}>
      {missing.length > 0 && (
        <Notice kind="warning" title="Not everything is in this report.">
          {missing.join(' ')}
        </Notice>
      )}
      <SharedExposure exposure={exposure} lead={`Of ${counted(videos.length, 'video')}`} />
    </SharedSlots>
  );
}
