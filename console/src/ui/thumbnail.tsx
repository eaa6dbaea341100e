/** The small picture of a video in a list; nothing if there is none, or if it is not stored on this service. */
import { framePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';

interface ThumbnailProps {
  /**
   * Address of the picture as given in a list. Pictures on platforms are not loaded, because the platforms would learn
   * who looks at which video.
   */
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
