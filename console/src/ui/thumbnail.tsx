/** The small picture of a video in a list; nothing where there is none, or none of ours. */
import { framePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';

interface ThumbnailProps {
  /** As a list names it. Pictures of platforms are not loaded: they would learn who looks at which video. */
  readonly path: string | null | undefined;
}

export function Thumbnail({ path }: ThumbnailProps) {
  const workspace = useWorkspaceId();
  if (!path?.startsWith('/')) return null;

  return (
    <img
      src={framePath(workspace, path)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
    />
  );
}
