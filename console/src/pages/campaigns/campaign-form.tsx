/** The form for a campaign, which may be new or existing. */
import type { Campaign, CampaignEntry } from '@reelsight/contract';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { ChipsField } from '../../ui/chips-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { useFollows } from '../follows/follow-calls.ts';
import { useBrandSets, useSaveCampaign } from './campaign-calls.ts';

interface Draft {
  readonly name: string;
  readonly tags: string[];
  readonly channels: string[];
  readonly platforms: string[];
  readonly follow: string;
  readonly since: string;
  readonly until: string;
  readonly brandSet: string;
}

const empty: Draft = {
  name: '',
  tags: [],
  channels: [],
  platforms: [],
  follow: '',
  since: '',
  until: '',
  brandSet: '',
};

const draftOf = ({ name, videos, brand_set_id: brandSet }: Campaign): Draft => ({
  name,
  tags: videos.tags ?? [],
  channels: videos.channels ?? [],
  platforms: videos.platforms ?? [],
  follow: videos.follow_ids?.[0] ?? '',
  since: videos.since ?? '',
  until: videos.until ?? '',
  brandSet: brandSet ?? '',
});

function entryOf(draft: Draft, moreFollows: readonly string[]): CampaignEntry {
  const { name, tags, channels, platforms, follow, since, until, brandSet } = draft;
  const follows = [...(follow ? [follow] : []), ...moreFollows.filter((id) => id !== follow)];
  return {
    name,
    videos: {
      ...(tags.length > 0 && { tags }),
      ...(channels.length > 0 && { channels }),
      ...(platforms.length > 0 && { platforms }),
      ...(follows.length > 0 && { follow_ids: follows }),
      ...(since && { since }),
      ...(until && { until }),
    },
    ...(brandSet && { brand_set_id: brandSet }),
  };
}

interface CampaignFormProps {
  readonly workspace: string;
  /** Null if the form creates a campaign. */
  readonly campaign: Campaign | null;
  readonly onDone: () => void;
}

export function CampaignForm({ workspace, campaign, onDone }: CampaignFormProps) {
  const key = `campaign:${campaign?.campaign_id ?? 'new'}`;
  const [draft, setDraft, clear] = useDraft(key, campaign ? draftOf(campaign) : empty);
  const save = useSaveCampaign(workspace, campaign?.campaign_id ?? null);
  const set = (change: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...change }));
  const refusal = refusalOf(save.error, ['name']);
  const leave = () => {
    clear();
    onDone();
  };
  // Only the first Follow can be changed here; the others of a campaign made over the API are kept.
  const moreFollows = campaign?.videos.follow_ids?.slice(1) ?? [];

  return (
    <form
      className={formStyles.form}
      aria-label={campaign ? `Change ${campaign.name}` : 'New campaign'}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(entryOf(draft, moreFollows), { onSuccess: leave });
      }}
    >
      <TextField
        label="Name of the campaign"
        value={draft.name}
        required
        maxLength={100}
        error={refusal.fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <VideoFields workspace={workspace} draft={draft} set={set} />
      <div className={formStyles.wide}>
        {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
        <Row>
          <Button type="submit" weight="primary" busy={save.isPending && 'Saving …'}>
            {campaign ? 'Save' : 'Add campaign'}
          </Button>
          <Button weight="quiet" onClick={leave}>
            Cancel
          </Button>
        </Row>
      </div>
    </form>
  );
}

interface VideoFieldsProps {
  readonly workspace: string;
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

/** The fields that choose videos; a video must fit each that is filled in. */
function VideoFields({ workspace, draft, set }: VideoFieldsProps) {
  const { data: follows = [] } = useFollows(workspace);
  const { data: sets = [] } = useBrandSets(workspace);

  return (
    <>
      <ChipsField
        label="Tags"
        hint="Videos with one of these tags; none: any."
        values={draft.tags}
        onChange={(tags) => set({ tags })}
      />
      <ChipsField
        label="Channels"
        hint="Videos that one of these published, by name or address."
        values={draft.channels}
        onChange={(channels) => set({ channels })}
      />
      <ChipsField
        label="Platforms"
        hint="For example youtube, tiktok, upload."
        values={draft.platforms}
        onChange={(platforms) => set({ platforms })}
      />
      <SelectField
        label="Follow"
        value={draft.follow}
        options={[
          { value: '', label: 'any' },
          ...follows.map(({ follow_id: id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ follow: event.target.value })}
      />
      <SelectField
        label="Brands shown with it"
        value={draft.brandSet}
        options={[
          { value: '', label: 'all brands' },
          ...sets.map(({ brand_set_id: id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ brandSet: event.target.value })}
      />
      <TextField
        label="First day"
        type="date"
        value={draft.since}
        max={draft.until}
        onChange={(event) => set({ since: event.target.value })}
      />
      <TextField
        label="Last day"
        type="date"
        value={draft.until}
        min={draft.since}
        onChange={(event) => set({ until: event.target.value })}
      />
    </>
  );
}
