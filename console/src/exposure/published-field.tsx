/** The day on which a job's video was published: what a person set here, else what its platform or its feed says. */
import { useEffect, useState } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { TextField } from '../ui/field.tsx';
import { messageOf } from '../ui/plain-message.ts';
import { useJobViews, useSetPublished } from './media-prices.ts';

const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });

export function PublishedField({ job }: { readonly job: string }) {
  const workspace = useWorkspaceId();
  const { data } = useJobViews(workspace, job);
  const set = useSetPublished(workspace, job);
  const isByHand = data?.published_source === 'manual';
  // A day is stored as its noon in UTC.
  const stored = isByHand ? (data.published_at?.slice(0, 10) ?? '') : '';
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  if (!data) return null;

  const save = (): void => {
    if (typed !== stored) set.mutate(typed || null);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label="Published on"
        type="date"
        hint={hintOf(data)}
        value={typed}
        error={set.error ? messageOf(set.error) : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
      {/* Enter in the field. */}
      <button type="submit" hidden>
        Save
      </button>
    </form>
  );
}

type Publication = Pick<
  NonNullable<ReturnType<typeof useJobViews>['data']>,
  'published_at' | 'published_source'
>;

function hintOf({ published_at: at, published_source: source }: Publication): string {
  if (source === 'manual') return 'Trends count it on this day';
  if (at === null) return 'Empty: trends count it on the day of its analysis';
  return `Empty: ${dayText(at)}, as ${source === 'feed' ? 'the feed of its Follow' : 'its platform'} says`;
}
