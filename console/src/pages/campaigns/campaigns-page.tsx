/** `/campaigns`: named choices of videos, and named choices of brands. */
import type { BrandSet, Campaign, Follow } from '@reelsight/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWorkspaceId } from '../../api/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Row, Section, Stack } from '../../ui/page.tsx';
import { useFollows } from '../follows/follow-calls.ts';
import { dayText } from '../trends/trend-periods.ts';
import { BrandSetForm } from './brand-set-form.tsx';
import {
  useBrandSets,
  useCampaigns,
  useDeleteBrandSet,
  useDeleteCampaign,
} from './campaign-calls.ts';
import { CampaignForm } from './campaign-form.tsx';
import styles from './campaigns.module.css';

export function CampaignsPage() {
  const workspace = useWorkspaceId();
  return (
    <Stack>
      <PageHead
        title="Campaigns"
        lead="A campaign is a choice of videos that you ask for again and again; videos that come later belong to it too. A brand set is your brand and its rivals."
        actions={<ButtonLink href="/trends">Brands over time</ButtonLink>}
      />
      <CampaignList workspace={workspace} />
      <BrandSetList workspace={workspace} />
    </Stack>
  );
}

interface ListProps {
  readonly workspace: string;
}

function CampaignList({ workspace }: ListProps) {
  const { data: campaigns, error, refetch } = useCampaigns(workspace);
  /** Id of the campaign in the form, or `new`; null if there is no form. */
  const [edited, setEdited] = useState<string | null>(null);
  const remove = useDeleteCampaign(workspace);
  const { data: follows } = useFollows(workspace);
  const { data: sets = [] } = useBrandSets(workspace);
  const close = () => setEdited(null);

  return (
    <Section
      title="Campaigns"
      actions={<Button onClick={() => setEdited('new')}>New campaign</Button>}
    >
      {edited === 'new' && <CampaignForm workspace={workspace} campaign={null} onDone={close} />}
      {error && (
        <Failure
          error={error}
          what="The campaigns could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {remove.error && <Failure error={remove.error} what="The campaign is not deleted." />}
      {!campaigns && !error && <Skeleton lines={3} />}
      {campaigns?.length === 0 && edited === null && (
        <p className={styles.soft}>
          None yet. Choose videos by tag, channel, platform, Follow or days.
        </p>
      )}
      <ul className={styles.list}>
        {campaigns?.map((campaign) => (
          <li key={campaign.campaign_id}>
            {edited === campaign.campaign_id ? (
              <CampaignForm workspace={workspace} campaign={campaign} onDone={close} />
            ) : (
              <Entry
                name={campaign.name}
                words={wordsOf(campaign, follows, sets)}
                href={trendsAddress(campaign)}
                onChange={() => setEdited(campaign.campaign_id)}
                loss="Delete this campaign"
                isDeleting={remove.isPending && remove.variables === campaign.campaign_id}
                onDelete={() => remove.mutate(campaign.campaign_id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Address of the trends of a campaign with its brands. */
const trendsAddress = ({ campaign_id: id, brand_set_id: set }: Campaign): string =>
  `/trends?${new URLSearchParams({ campaign: id, ...(set && { set }) })}`;

/** The choice in words: `tagged spring · since 1 Mar 2026 · with Cola rivals`. */
function wordsOf(
  { videos, brand_set_id: setId }: Campaign,
  follows: readonly Follow[] | undefined,
  sets: readonly BrandSet[],
): string {
  const { tags, channels, platforms, follow_ids: followIds, since, until } = videos;
  const followNames = followIds?.map((id) =>
    follows === undefined
      ? 'a Follow'
      : (follows.find((follow) => follow.follow_id === id)?.name ?? 'a deleted Follow'),
  );
  const setName = sets.find((set) => set.brand_set_id === setId)?.name;
  const parts = [
    tags && `tagged ${tags.join(' or ')}`,
    channels && `of ${channels.join(' or ')}`,
    platforms && `from ${platforms.join(' or ')}`,
    followNames && `found by ${followNames.join(' or ')}`,
    since && `since ${dayText(since)}`,
    until && `until ${dayText(until)}`,
  ].filter(Boolean);
  const choice = parts.join(' · ') || 'all videos';
  return setName === undefined ? choice : `${choice} · with ${setName}`;
}

function BrandSetList({ workspace }: ListProps) {
  const { data: sets, error, refetch } = useBrandSets(workspace);
  const [edited, setEdited] = useState<string | null>(null);
  const remove = useDeleteBrandSet(workspace);
  const close = () => setEdited(null);

  return (
    <Section
      title="Brand sets"
      actions={<Button onClick={() => setEdited('new')}>New brand set</Button>}
    >
      {edited === 'new' && <BrandSetForm workspace={workspace} set={null} onDone={close} />}
      {error && (
        <Failure
          error={error}
          what="The brand sets could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {remove.error && <Failure error={remove.error} what="The brand set is not deleted." />}
      {!sets && !error && <Skeleton lines={3} />}
      {sets?.length === 0 && edited === null && (
        <p className={styles.soft}>None yet. Name your brand and those it is compared with.</p>
      )}
      <ul className={styles.list}>
        {sets?.map((set) => (
          <li key={set.brand_set_id}>
            {edited === set.brand_set_id ? (
              <BrandSetForm workspace={workspace} set={set} onDone={close} />
            ) : (
              <Entry
                name={set.name}
                words={brandsText(set)}
                href={`/trends?set=${encodeURIComponent(set.brand_set_id)}`}
                onChange={() => setEdited(set.brand_set_id)}
                loss="Delete this brand set"
                isDeleting={remove.isPending && remove.variables === set.brand_set_id}
                onDelete={() => remove.mutate(set.brand_set_id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const brandsText = ({ own: ownBrand, brands }: BrandSet): string =>
  ownBrand === null ? brands.join(', ') : [`${ownBrand} (yours)`, ...brands].join(', ');

interface EntryProps {
  readonly name: string;
  readonly words: string;
  readonly href: string;
  /** What the second press of Delete says. */
  readonly loss: string;
  readonly isDeleting: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

function Entry({ name, words, href, loss, isDeleting, onChange, onDelete }: EntryProps) {
  return (
    <div className={styles.entry}>
      <div className={styles.words}>
        <Link href={href} dir="auto">
          {name}
        </Link>
        <span className={styles.soft} dir="auto">
          {words}
        </span>
      </div>
      <Row>
        <Button small aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
        <DeleteButton name={name} loss={loss} isDeleting={isDeleting} onDelete={onDelete} />
      </Row>
    </div>
  );
}
