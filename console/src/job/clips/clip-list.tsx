/** The clips of a job: their progress, their files, and their expiry. */
import type { Clip } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall, workspacePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { lengthText, timeText } from '../../format/time.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Failure } from '../../ui/notice.tsx';
import styles from './clip-panel.module.css';

const lookMs = 1000;

export const clipKey = (workspace: string, job: string) => ['clips', workspace, job];

const isOpen = ({ status }: Clip): boolean => status === 'pending' || status === 'processing';

export function ClipList({ jobId }: { readonly jobId: string }) {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useQuery({
    queryKey: clipKey(workspace, jobId),
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listJobClips', { params: { id: jobId }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? lookMs : false),
  });
  if (error)
    return (
      <Failure error={error} what="The clips could not be read." onRetry={() => void refetch()} />
    );

  if (!data || data.data.length === 0) return null;
  return (
    <ul className={styles.clips} aria-label="Clips">
      {data.data.map((clip) => (
        <ClipRow key={clip.clip_id} clip={clip} />
      ))}
    </ul>
  );
}

/**
 * Names a clip by its brand or object, or by its first range and the number of the others: `Sony`, `0:10.0 – 0:15.0`.
 */
export function clipName({ brand, object, ranges }: Clip): string {
  if (brand ?? object) return brand ?? object ?? '';
  const [first] = ranges;
  const text = first ? `${timeText(first.start)} – ${timeText(first.end)}` : '';
  return ranges.length > 1 ? `${text} and ${ranges.length - 1} more` : text;
}

function ClipRow({ clip }: { readonly clip: Clip }) {
  const name = clipName(clip);
  return (
    <li className={styles.clip}>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <State clip={clip} />
      {clip.status === 'ready' && <Ready clip={clip} name={name} />}
      <Delete clip={clip} name={name} />
    </li>
  );
}

function State({ clip }: { readonly clip: Clip }) {
  const { status, percent, error, format, duration_seconds: seconds, size_bytes: bytes } = clip;
  const kind = `${format.toUpperCase()}${clip.boxes ? ', boxes' : ''}`;
  if (status === 'failed')
    return <span role="alert">{error?.message ?? 'The clip could not be made.'}</span>;

  if (status === 'ready')
    return (
      <span className={styles.facts}>
        {kind} · {lengthText(seconds ?? 0)} · {((bytes ?? 0) / 1e6).toFixed(1)} MB
      </span>
    );

  return (
    <span className={styles.facts} role="status">
      {kind} · {status === 'pending' ? 'waiting' : `${Math.floor(percent)} %`}{' '}
      <progress
        className={styles.progress}
        aria-label={`Progress of ${clipName(clip)}`}
        max={100}
        {...(status === 'processing' && { value: percent })}
      />
    </span>
  );
}

function Ready({ clip, name }: { readonly clip: Clip; readonly name: string }) {
  const workspace = useWorkspaceId();
  const path = workspacePath(workspace) + clip.url;
  const file = `${name.replaceAll(/[\\/:*?"<>|]+/g, '-')}.${clip.format}`;

  return (
    <>
      <a className={buttonClass('plain', true)} href={path} download={file}>
        Download
      </a>
      <CopyButton text={location.origin + path} what={`link to ${name}`} />
    </>
  );
}

function Delete({ clip, name }: { readonly clip: Clip; readonly name: string }) {
  const workspace = useWorkspaceId();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => workspaceCall(workspace, 'deleteClip', { params: { id: clip.clip_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: clipKey(workspace, clip.job_id) }),
  });

  return (
    <DeleteButton
      name={name}
      loss="Delete this clip"
      isDeleting={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  );
}
