/** The search and the filters of the job list; the address stores all of them. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { clientOf, workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SettledField, TagField } from '../../ui/settled-field.tsx';
import { followsKey } from '../follows/follow-calls.ts';
import { type FilterName, filterNames, filterOf, statuses, withFilter } from './job-filter.ts';
import styles from './jobs.module.css';

export function FilterBar({ workspace }: { readonly workspace: string }) {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const set = (name: FilterName, value: string) =>
    setSearch((previous) => withFilter(previous, name, value), { replace: true });
  const clear = () =>
    setSearch(
      (previous) => filterNames.reduce((rest, name) => withFilter(rest, name, ''), previous),
      {
        replace: true,
      },
    );

  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <SettledField
          label="Search"
          type="search"
          placeholder="Title, file, link or external id"
          maxLength={200}
          value={filter.search ?? ''}
          onSettle={(text) => set('search', text)}
        />
      </div>
      <SelectField
        label="Status"
        value={filter.status ?? ''}
        options={[
          { value: '', label: 'any' },
          ...statuses.map((status) => ({ value: status, label: status })),
        ]}
        onChange={(event) => set('status', event.target.value)}
      />
      <DayField
        label="From"
        value={filter.from}
        max={filter.to}
        onDay={(day) => set('from', day)}
      />
      <DayField label="To" value={filter.to} min={filter.from} onDay={(day) => set('to', day)} />
      <TagField value={filter.tag ?? ''} onTag={(tag) => set('tag', tag)} />
      <FollowFilter workspace={workspace} value={filter.follow ?? ''} onPick={set} />
      <BatchFilter workspace={workspace} value={filter.batch ?? ''} onPick={set} />
      {Object.keys(filter).length > 0 && (
        <div className={styles.all}>
          <Button small weight="quiet" onClick={clear}>
            Show all
          </Button>
        </div>
      )}
    </search>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onDay: (day: string) => void;
}

function DayField({ value = '', onDay, ...field }: DayProps) {
  return (
    <TextField
      {...field}
      type="date"
      value={value}
      onChange={(event) => onDay(event.target.value)}
    />
  );
}

interface PickProps {
  readonly workspace: string;
  readonly value: string;
  readonly onPick: (name: FilterName, value: string) => void;
}

function FollowFilter({ workspace, value, onPick }: PickProps) {
  const { data = [] } = useQuery({
    queryKey: followsKey(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listFollows', { signal }),
  });
  if (data.length === 0 && value === '') return null;

  const options = data.map(({ follow_id, name }) => ({ value: follow_id, label: name }));
  return (
    <SelectField
      label="Follow"
      value={value}
      options={withChosen(options, value)}
      onChange={(event) => onPick('follow', event.target.value)}
    />
  );
}

function BatchFilter({ workspace, value, onPick }: PickProps) {
  const { data } = useQuery({
    queryKey: [...keys.batches(workspace), 'newest'],
    queryFn: ({ signal }) => clientOf(workspace).batches.list({ limit: 50 }, { signal }).page(),
  });
  if (!data?.items.length && value === '') return null;

  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const options = (data?.items ?? []).map(({ batch_id, created_at, total_jobs }) => ({
    value: batch_id,
    label: `${day.format(new Date(created_at))}, ${counted(total_jobs, 'video')}`,
  }));

  return (
    <SelectField
      label="Group"
      value={value}
      options={withChosen(options, value)}
      onChange={(event) => onPick('batch', event.target.value)}
    />
  );
}

/** Adds the value in the address to the choices if the list does not contain it, or no longer does. */
function withChosen(options: readonly { value: string; label: string }[], chosen: string) {
  const rest = chosen && !options.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'any' },
    ...options,
    ...(rest ? [{ value: chosen, label: chosen }] : []),
  ];
}
