/**
 * The small picture of a video in a list. Renders nothing if there is no picture, or if it is not stored on this
 * service.
 */
import { framePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';

interface ThumbnailProps {
  /**
   * Address of the picture as given in a list. Pictures on other platforms are not loaded, because the platforms would
   * learn who views which video.
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
