/** The form for a clip. Its moments are either given in advance or entered as a range. */
import type { ClipFormat, CreateClip } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { workspaceCall } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { clockText, secondsOf } from '../../format/typed-time.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { clipKey } from './clip-list.tsx';
import styles from './clip-panel.module.css';

export type Moments = Pick<CreateClip, 'ranges' | 'brand' | 'object'>;

const formatNames: Record<ClipFormat, string> = {
  mp4: 'Video with sound (MP4, up to 10 min)',
  webp: 'Animated WebP for a slide (up to 15 s)',
  gif: 'Animated GIF (up to 15 s)',
};
const formats = Object.entries(formatNames).map(([value, label]) => ({ value, label }));
const paddings = [0, 0.5, 1, 2, 5].map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'none' : `${seconds} s`,
}));

interface Shape {
  readonly format: ClipFormat;
  readonly padding_seconds: number;
  readonly boxes: boolean;
}

interface ClipFormProps {
  readonly jobId: string;
  /** Null if the form has to ask for a range. */
  readonly moments: Moments | null;
  /** Initial start of the range, in seconds. */
  readonly second?: number;
  readonly onClose: () => void;
}

export function ClipForm({ jobId, moments, second = 0, onClose }: ClipFormProps) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const [shape, setShape] = useState<Shape>({
    format: 'mp4',
    boxes: false,
    padding_seconds: moments ? 0.5 : 0,
  });
  const [from, setFrom] = useState(clockText(second));
  const [to, setTo] = useState(clockText(second + 5));
  const range = moments ? null : { start: secondsOf(from), end: secondsOf(to) };
  const wrong = range !== null && !(range.end > range.start);
  const make = useMutation({
    mutationFn: () => {
      const content = range ? { ranges: [range] } : moments;
      const body = { ...content, ...shape };
      return workspaceCall(workspace, 'createClip', { params: { id: jobId }, body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: clipKey(workspace, jobId) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      {range && (
        <div className={styles.fields}>
          <TextField label="From" value={from} onChange={({ target }) => setFrom(target.value)} />
          <TextField
            label="To"
            value={to}
            error={wrong ? 'A time after the first, such as 1:05.5' : undefined}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
      )}
      <Choices shape={shape} onChange={setShape} />
      {make.error && (
        <Notice kind="error" title="The clip could not be made.">
          {messageOf(make.error)}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button type="submit" weight="primary" disabled={wrong} busy={make.isPending && 'Asking'}>
          Make clip
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  readonly shape: Shape;
  readonly onChange: (shape: Shape) => void;
}

function Choices({ shape, onChange }: ChoicesProps) {
  return (
    <>
      <SelectField
        label="Format"
        value={shape.format}
        options={formats}
        onChange={({ target }) => onChange({ ...shape, format: target.value as ClipFormat })}
      />
      <SelectField
        label="Before and after each moment"
        value={String(shape.padding_seconds)}
        options={paddings}
        onChange={({ target }) => onChange({ ...shape, padding_seconds: Number(target.value) })}
      />
      <Checkbox
        label="Draw boxes with names"
        checked={shape.boxes}
        onChange={({ target }) => onChange({ ...shape, boxes: target.checked })}
      />
    </>
  );
}
