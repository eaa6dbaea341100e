/** `/follows/new`: the form for a Follow, next to a preview of what it would find. */
import { useLocation } from 'wouter';
import { useWorkspaceId } from '../../api/session.ts';
import { followAddress } from '../../app/addresses.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ApiCall } from '../../ui/disclosure.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { useCreateFollow } from './follow-calls.ts';
import { createOf, emptyFollow, type FollowDraft, filtersOf } from './follow-draft.ts';
import { FollowForm, followRefusal } from './follow-form.tsx';
import { FollowPreview, usePreview } from './follow-preview.tsx';
import { previewTrouble } from './follow-states.ts';
import styles from './follows.module.css';

export function NewFollowPage() {
  const workspace = useWorkspaceId();
  const [, go] = useLocation();
  const [draft, setDraft, clear] = useDraft(`follow:new:${workspace}`, emptyFollow);
  const create = useCreateFollow(workspace);
  const source = draft.source.trim();
  const preview = usePreview(workspace, { source, filters: filtersOf(draft) });
  const change = (part: Partial<FollowDraft>) => {
    create.reset();
    setDraft((previous) => ({ ...previous, ...part }));
  };
  const refused = followRefusal(create.error);
  // If the platform does not answer at the moment, that is not an error in the form.
  const isRefused = preview.error !== null && previewTrouble(preview.error) === 'refused';
  const early = source && !create.error && isRefused ? followRefusal(preview.error) : undefined;
  const title = preview.error ? undefined : preview.data?.title;
  const namedDraft = draft.name.trim() || !title ? draft : { ...draft, name: title.slice(0, 200) };
  const submit = () =>
    create.mutate(createOf(namedDraft), {
      onSuccess(follow) {
        clear();
        go(followAddress(follow.follow_id));
      },
    });

  return (
    <Stack>
      <PageHead
        title="Follow something"
        lead="New videos of a channel, creator, playlist, search or feed are analysed by themselves."
        back={{ href: '/follows', label: 'Follows' }}
      />
      <div className={styles.split}>
        <FollowForm
          workspace={workspace}
          draft={draft}
          onChange={change}
          refusal={early ? { ...refused, fields: { ...early.fields, ...refused.fields } } : refused}
          title={title}
          onSubmit={submit}
          buttons={
            <>
              <Button type="submit" weight="primary" busy={create.isPending && 'Making …'}>
                Follow
              </Button>
              <ButtonLink href="/follows" weight="quiet">
                Cancel
              </ButtonLink>
            </>
          }
        />
        <FollowPreview preview={preview} asked={source !== ''} />
      </div>
      <ApiCall
        method="POST"
        path={`/admin/v1/workspaces/${workspace}/follows`}
        body={createOf(namedDraft)}
      />
    </Stack>
  );
}
