/** `/follows/:id`: one Follow with its history and the actions on it. */
import type { Follow } from '@reelsight/contract';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useCountsCredits, useWorkspaceId } from '../../api/session.ts';
import { counted, number } from '../../format/quantity.ts';
import { useDraft } from '../../format/remembered.ts';
import { typedNumber } from '../../format/typed-number.ts';
import { capabilityList } from '../../format/words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { useReport } from '../reports/report-button.tsx';
import { useChangeFollow, useDeleteFollow, useFollows, useRunFollow } from './follow-calls.ts';
import { changeOf, draftOf, type FollowDraft, rhythmWords } from './follow-draft.ts';
import { FollowForm, followRefusal } from './follow-form.tsx';
import { FollowHistory } from './follow-history.tsx';
import { FollowState } from './follow-state.tsx';
import styles from './follows.module.css';

export function FollowPage() {
  const { id = '' } = useParams<{ id: string }>();
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useFollows(workspace);
  const follow = data?.find(({ follow_id }) => follow_id === id);
  if (follow) return <FollowView key={id} workspace={workspace} follow={follow} />;

  return (
    <Stack>
      <PageHead title="Follow" back={{ href: '/follows', label: 'Follows' }} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <EmptyState
          title="There is no such Follow"
          action={<ButtonLink href="/follows">All Follows</ButtonLink>}
        >
          <p>
            It was deleted, or belongs to another workspace. The videos it brought are still there.
          </p>
        </EmptyState>
      )}
    </Stack>
  );
}

interface FollowProps {
  readonly workspace: string;
  readonly follow: Follow;
}

type Doing = 'edit' | 'earlier' | 'delete';

function FollowView({ workspace, follow }: FollowProps) {
  const [doing, setDoing] = useState<Doing>();
  const finish = () => setDoing(undefined);
  const change = useChangeFollow(workspace, follow.follow_id);
  const check = useRunFollow(workspace, follow.follow_id);
  const paused = follow.status === 'paused';
  const report = useReport(
    follow.rule.capabilities.includes('brands') ? { follow_id: follow.follow_id } : undefined,
  );

  return (
    <Stack>
      <PageHead
        title={follow.name}
        lead={<a href={follow.source}>{follow.source}</a>}
        back={{ href: '/follows', label: 'Follows' }}
        actions={
          <>
            {report.button}
            {!paused && (
              <>
                <Button busy={check.isPending && 'Asking …'} onClick={() => check.mutate(0)}>
                  Check now
                </Button>
                <Button onClick={() => setDoing('earlier')}>Earlier videos</Button>
              </>
            )}
            <Button
              busy={change.isPending && 'Working …'}
              onClick={() => change.mutate({ status: paused ? 'active' : 'paused' })}
            >
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <Button onClick={() => setDoing('edit')}>Edit</Button>
            <Button weight="quiet" onClick={() => setDoing('delete')}>
              Delete
            </Button>
          </>
        }
      />
      {change.error && <Failure error={change.error} />}
      {check.error && <Failure error={check.error} what="It could not be checked." />}
      <FollowState follow={follow} />
      {doing === 'earlier' && <Earlier workspace={workspace} follow={follow} onDone={finish} />}
      {doing === 'edit' && <Edit workspace={workspace} follow={follow} onDone={finish} />}
      {doing === 'delete' && <Delete workspace={workspace} follow={follow} onDone={finish} />}
      {report.maker}
      <FollowFacts follow={follow} />
      <Section
        title="History"
        lead="The last 200 videos it found, newest first."
        actions={
          <ButtonLink small href={`/jobs?follow=${encodeURIComponent(follow.follow_id)}`}>
            Its videos
          </ButtonLink>
        }
      >
        <FollowHistory
          workspace={workspace}
          follow={follow.follow_id}
          isChecked={follow.last_run_at !== null}
        />
      </Section>
      <ApiCall method="GET" path={`/v1/follows/${follow.follow_id}/videos`} />
    </Stack>
  );
}

function FollowFacts({ follow }: { readonly follow: Follow }) {
  const countsCredits = useCountsCredits();
  const { rule } = follow;
  const targets = [rule.brands, rule.objects, rule.surfaces].flatMap((names) => names ?? []);
  const cap = rule.monthly_credits;

  return (
    <Facts
      facts={[
        { name: 'Checks', value: rhythmWords(rule.every_minutes) },
        { name: 'Last check', value: <Moment at={follow.last_run_at} ago /> },
        { name: 'Next check', value: <Moment at={follow.next_run_at} ago /> },
        ...(countsCredits
          ? [
              {
                name: 'Credits this month',
                value: `${number(follow.credits_this_month)}${cap == null ? ', no cap' : ` of ${number(cap)}`}`,
              },
            ]
          : []),
        { name: 'Asks for', value: capabilityList(rule.capabilities) },
        ...(targets.length > 0 ? [{ name: 'Looks for', value: targets.join(', ') }] : []),
        ...(rule.queries?.length
          ? [{ name: 'Questions', value: counted(rule.queries.length, 'question') }]
          : []),
        { name: 'Id', value: <CopyableId id={follow.follow_id} what="Follow id" /> },
      ]}
    />
  );
}

interface ActionProps extends FollowProps {
  readonly onDone: () => void;
}

/** Has videos analysed that were there before the Follow was made. */
function Earlier({ workspace, follow, onDone }: ActionProps) {
  const [backfill, setBackfill] = useState('1');
  const run = useRunFollow(workspace, follow.follow_id);
  const refusal = followRefusal(run.error);

  return (
    <form
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault();
        run.mutate(typedNumber(backfill), { onSuccess: onDone });
      }}
    >
      <TextField
        label="Number of earlier videos to analyse, the newest first"
        inputMode="numeric"
        value={backfill}
        error={refusal.fields.backfill ?? refusal.rest}
        onChange={(event) => setBackfill(event.target.value)}
      />
      <Button type="submit" weight="primary" busy={run.isPending && 'Asking …'}>
        Analyse
      </Button>
      <Button weight="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

function Edit({ workspace, follow, onDone }: ActionProps) {
  const [draft, setDraft, clear] = useDraft(`follow:${follow.follow_id}`, draftOf(follow));
  const change = useChangeFollow(workspace, follow.follow_id);
  const leave = () => {
    clear();
    onDone();
  };

  return (
    <FollowForm
      workspace={workspace}
      draft={draft}
      existing
      onChange={(part: Partial<FollowDraft>) => setDraft((previous) => ({ ...previous, ...part }))}
      refusal={followRefusal(change.error)}
      onSubmit={() => change.mutate(changeOf(draft), { onSuccess: leave })}
      buttons={
        <>
          <Button type="submit" weight="primary" busy={change.isPending && 'Saving …'}>
            Save
          </Button>
          <Button weight="quiet" onClick={leave}>
            Cancel
          </Button>
        </>
      }
    />
  );
}

function Delete({ workspace, follow, onDone }: ActionProps) {
  const [, go] = useLocation();
  const remove = useDeleteFollow(workspace, follow.follow_id);
  return (
    <ConfirmName
      name={follow.name}
      action="Delete Follow"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => go('/follows') })}
      onCancel={onDone}
    >
      It stops looking for videos, and its history is deleted. The videos it brought are kept with
      their results.
    </ConfirmName>
  );
}
