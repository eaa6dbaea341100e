/** `/follows`: the sources that the workspace watches, with the state of each. */
import type { Follow } from '@reelsight/contract';
import { Link } from 'wouter';
import { useCountsCredits, useWorkspaceId } from '../../api/session.ts';
import { followAddress } from '../../app/addresses.ts';
import { number } from '../../format/quantity.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { useFollows } from './follow-calls.ts';
import { rhythmWords, sourceWords } from './follow-draft.ts';
import { FollowState } from './follow-state.tsx';
import { followStateOf } from './follow-states.ts';
import styles from './follows.module.css';

const newLink = (
  <ButtonLink href="/follows/new" weight="primary">
    Follow something
  </ButtonLink>
);

export function FollowsPage() {
  const workspace = useWorkspaceId();
  const countsCredits = useCountsCredits();
  const { data: follows, error, refetch } = useFollows(workspace);
  return (
    <Stack>
      <PageHead
        title="Follows"
        lead="Channels, creators, playlists, searches and feeds whose new videos are analysed by themselves."
        actions={follows && follows.length > 0 && newLink}
      />
      {error && (
        <Failure
          error={error}
          what="The Follows could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {!follows && !error && <Skeleton lines={6} />}
      {follows && follows.length > 0 && (
        <DataTable
          name="Follows"
          columns={countsCredits ? columns : columns.filter(({ id }) => id !== 'credits')}
          rows={follows}
          rowId={({ follow_id }) => follow_id}
        />
      )}
      {follows?.length === 0 && <NoFollows />}
      <ApiCall method="GET" path="/v1/follows" />
    </Stack>
  );
}

const columns: readonly Column<Follow>[] = [
  {
    id: 'name',
    title: 'Follow',
    cell: (follow) => (
      <div>
        <Link href={followAddress(follow.follow_id)} dir="auto">
          {follow.name}
        </Link>
        <div className={styles.soft}>
          {sourceWords(follow.kind, follow.platform)}, {rhythmWords(follow.rule.every_minutes)}
        </div>
      </div>
    ),
    sort: ({ name }) => name.toLowerCase(),
  },
  {
    id: 'state',
    title: 'State',
    cell: (follow) => <FollowState follow={follow} />,
    sort: (follow) => followStateOf(follow).state,
  },
  {
    id: 'credits',
    title: 'Credits this month',
    numeric: true,
    wideOnly: true,
    cell: ({ credits_this_month: spent, rule }) => (
      <span title="Charged for its videos this month, with estimates of open ones">
        {number(spent)}
        {rule.monthly_credits != null && (
          <span className={styles.soft}> of {number(rule.monthly_credits)}</span>
        )}
      </span>
    ),
    sort: ({ credits_this_month }) => credits_this_month,
  },
  {
    id: 'looked',
    title: 'Last check',
    wideOnly: true,
    cell: (follow) => <Moment at={follow.last_run_at} ago />,
    sort: ({ last_run_at }) => last_run_at,
  },
  {
    id: 'next',
    title: 'Next check',
    cell: (follow) => <Moment at={follow.next_run_at} ago />,
    sort: ({ next_run_at }) => next_run_at,
  },
];

function NoFollows() {
  return (
    <EmptyState title="Nothing is followed yet" sample action={newLink}>
      <p>
        Paste the link of a channel and say what to find: every new video is analysed as soon as it
        is seen, up to the credits a month you allow. You see which videos would be taken before you
        save.
      </p>
    </EmptyState>
  );
}
