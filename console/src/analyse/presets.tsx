/** Presets (named sets of choices): the built-in ones, which every workspace has, and the workspace's own. */
import type { Preset } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceCall } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { TextField } from '../ui/field.tsx';
import { messageOf } from '../ui/plain-message.ts';
import styles from './analyse.module.css';
import { jobOf, type Wanted } from './wanted.ts';
import { entryOf, wantedBy } from './wanted-by-preset.ts';

interface PresetsProps {
  readonly wanted: Wanted;
  readonly onChange: (request: Wanted) => void;
}

/** The name of a preset; the built-in one that is called Everything has no objects and questions, which need words. */
const labelOf = ({ preset_id: id, name }: Preset): string =>
  id === 'preset_everything' ? 'All but objects and questions' : name;

const keyOf = (workspace: string) => ['presets', workspace];

export function Presets({ wanted: request, onChange }: PresetsProps) {
  const workspace = useWorkspaceId();
  const [saving, setSaving] = useState(false);
  const { data: presets = [] } = useQuery({
    queryKey: keyOf(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'listPresets', { signal }),
  });
  const keyOfRequest = (candidate: Wanted) => JSON.stringify(jobOf(candidate, {}));
  const chosen = presets.find(
    (preset) => keyOfRequest(wantedBy(preset, request)) === keyOfRequest(request),
  );

  return (
    <fieldset className={styles.presets}>
      <legend>Preset</legend>
      <div className={styles.presetRow}>
        {presets.map((preset) => (
          <button
            key={preset.preset_id}
            type="button"
            dir="auto"
            className={styles.preset}
            aria-pressed={preset === chosen}
            onClick={() => onChange(wantedBy(preset, request))}
          >
            {labelOf(preset)}
          </button>
        ))}
        {!chosen && !saving && (
          <Button small weight="quiet" onClick={() => setSaving(true)}>
            Save as preset
          </Button>
        )}
        {chosen && !chosen.built_in && <Remove key={chosen.preset_id} preset={chosen} />}
      </div>
      {saving && <Save wanted={request} onDone={() => setSaving(false)} />}
    </fieldset>
  );
}

function Remove({ preset }: { readonly preset: Preset }) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      workspaceCall(workspace, 'deletePreset', { params: { id: preset.preset_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(workspace) }),
  });

  return (
    <DeleteButton
      name={preset.name}
      label="Delete preset"
      loss="Delete this preset"
      isDeleting={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  );
}

function Save({
  wanted: request,
  onDone,
}: {
  readonly wanted: Wanted;
  readonly onDone: () => void;
}) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => workspaceCall(workspace, 'createPreset', { body: entryOf(name, request) }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keyOf(workspace) });
      onDone();
    },
  });

  return (
    <div className={styles.savePreset}>
      <TextField
        label="Name of the preset"
        value={name}
        maxLength={100}
        error={save.error ? messageOf(save.error) : undefined}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter saves the preset; it does not start the analysis.
          event.preventDefault();
          if (name.trim()) save.mutate();
        }}
      />
      <Button
        small
        aria-disabled={!name.trim()}
        busy={save.isPending && 'Saving …'}
        onClick={() => name.trim() && save.mutate()}
      >
        Save
      </Button>
      <Button small weight="quiet" onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}
