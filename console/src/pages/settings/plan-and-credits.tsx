/** Shows the plan of the workspace, in words, and its credits. */
import type { Account } from '@reelsight/contract';
import { useQuery } from '@tanstack/react-query';
import { clientOf } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { usePlace, useWorkspaceId } from '../../api/session.ts';
import { counted, number } from '../../format/quantity.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Section, Stack } from '../../ui/page.tsx';
import styles from './settings.module.css';

export function PlanAndCredits() {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useQuery({
    queryKey: keys.account(workspace),
    queryFn: ({ signal }) => clientOf(workspace).account({ signal }),
  });
  return (
    <Stack>
      <PageHead
        title="Plan and credits"
        lead="What this workspace may do, and what it has to spend."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && <Balance account={data} />}
      {data && <Limits account={data} />}
      <ApiCall method="GET" path="/v1/account" />
    </Stack>
  );
}

function Balance({ account: { credits } }: { readonly account: Account }) {
  const { session, workspace } = usePlace();
  const monthly = credits.monthly_allowance > 0;
  return (
    <Section
      title={counted(credits.balance, 'credit')}
      lead={
        <>
          At the usual prices a minute of processing costs 10 credits; speech recognition, frames
          looked at and language models add to it, and the operator may have set other prices.
          Analyse shows what an analysis would cost before it begins, and the page of the video what
          it did cost.
        </>
      }
      actions={
        session.user.operator ? (
          <ButtonLink href={`/operator/workspaces?open=${workspace.workspace_id}`}>
            Give credits or change the plan
          </ButtonLink>
        ) : undefined
      }
    >
      <Facts
        facts={[
          { name: 'Of the plan', value: `${number(credits.plan_credits)}, spent first` },
          {
            name: 'Added',
            value: `${number(credits.purchased_credits)}, kept until spent`,
          },
          {
            name: 'Spent this month',
            value: (
              <span title="By completed analyses">
                {counted(credits.used_this_period, 'credit')}
              </span>
            ),
          },
          {
            name: 'Renewal',
            value: monthly ? (
              <>
                {counted(credits.monthly_allowance, 'credit')} on <Moment at={credits.resets_at} />
              </>
            ) : (
              'none: credits are given by hand'
            ),
          },
        ]}
      />
      {!session.user.operator && (
        <p className={styles.soft}>
          The operator of this service gives credits and changes the plan. Analyses that run out of
          credits are held, not lost, and go on when there are some.
        </p>
      )}
    </Section>
  );
}

function Limits({ account: { plan, limits } }: { readonly account: Account }) {
  return (
    <Section title={`The plan: ${plan}`}>
      <ul className={styles.limits}>
        {limitWords(limits).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Section>
  );
}

export function limitWords(limits: Account['limits']): string[] {
  return [
    `A video of up to ${counted(limits.max_video_duration_minutes, 'minute')}, or ${counted(limits.max_audio_duration_minutes, 'minute')} if only its sound is needed.`,
    `Up to ${counted(limits.max_fps, 'frame')} a second are looked at.`,
    limits.requires_target
      ? 'Brands are found only if you name them or a surface.'
      : 'Brands are found without naming them.',
    `${counted(limits.max_concurrent_jobs, 'video')} at the same time; more of a group wait for their turn, a single one is refused until another ends.`,
    `${counted(limits.max_queries_per_job, 'question')} to each video.`,
    limits.max_batch_size > 0
      ? `Groups of up to ${counted(limits.max_batch_size, 'video')}, with ${limits.max_aggregate_queries_per_batch > 0 ? counted(limits.max_aggregate_queries_per_batch, 'question') : 'no questions'} over all of them.`
      : 'No groups.',
    limits.webhooks_enabled ? 'Webhooks.' : 'No webhooks.',
    `${counted(limits.max_requests_per_minute, 'request')} a minute by API keys; the console does not count.`,
  ];
}
