/** What the trends are shown of, in which periods, and which number. */
import { SelectField, TextField } from '../../ui/field.tsx';
import { TagField } from '../../ui/settled-field.tsx';
import { useBrandSets, useCampaigns } from '../campaigns/campaign-calls.ts';
import { type ChoiceName, groupNames, periodNames, type TrendView } from './trend-choice.ts';
import { type Measure, measures } from './trend-measures.ts';
import styles from './trends.module.css';

interface TrendFiltersProps {
  readonly workspace: string;
  readonly view: TrendView;
  readonly measure: Measure;
  readonly onChange: (name: ChoiceName, value: string) => void;
}

const periodWords = { day: 'days', week: 'weeks', month: 'months' };
const groupWords = {
  brand: 'brands',
  channel: 'channels',
  platform: 'platforms',
  follow: 'Follows',
};

export function TrendFilters({ workspace, view, measure, onChange }: TrendFiltersProps) {
  const { data: campaigns = [] } = useCampaigns(workspace);
  const { data: sets = [] } = useBrandSets(workspace);

  return (
    <search className={styles.filters}>
      <SelectField
        label="Number"
        value={measure.id}
        options={measures.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(event) => onChange('measure', event.target.value)}
      />
      <SelectField
        label="Of"
        value={view.group}
        options={groupNames.map((name) => ({ value: name, label: groupWords[name] }))}
        onChange={(event) => onChange('group', event.target.value)}
      />
      <SelectField
        label="In"
        value={view.by}
        options={periodNames.map((name) => ({ value: name, label: periodWords[name] }))}
        onChange={(event) => onChange('by', event.target.value)}
      />
      <SelectField
        label="Videos"
        value={view.campaign}
        options={[
          { value: '', label: 'all videos' },
          ...campaigns.map(({ campaign_id: id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange('campaign', event.target.value)}
      />
      <SelectField
        label="Brands"
        value={view.set}
        options={[
          { value: '', label: 'all brands' },
          ...sets.map(({ brand_set_id: id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange('set', event.target.value)}
      />
      <TagField value={view.tag} onTag={(tag) => onChange('tag', tag)} />
      <TextField
        label="From"
        type="date"
        value={view.since}
        max={view.until}
        onChange={(event) => onChange('since', event.target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={view.until}
        min={view.since}
        onChange={(event) => onChange('until', event.target.value)}
      />
    </search>
  );
}
