/** The audience and the price that media values are computed from: stored by the workspace, and for each video. */
import type { Exposure, MediaPrices } from '@reelsight/sdk';
import { Link } from 'wouter';
import { useWorkspaceId } from '../api/session.ts';
import { counted, number } from '../format/quantity.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Moment } from '../ui/moment.tsx';
import styles from './exposure.module.css';
import { dollars } from './exposure-words.ts';
import { FigureField } from './figure-field.tsx';
import {
  platformWord,
  useJobViews,
  useMediaPrices,
  useSetAudience,
  useSetMediaPrices,
} from './media-prices.ts';
import { PublishedField } from './published-field.tsx';
import { VideoViews } from './video-views.tsx';

type Video = Exposure['videos'][number];

export function AudienceFigures({ exposure }: { readonly exposure: Exposure }) {
  const workspace = useWorkspaceId();
  const { data: prices } = useMediaPrices(workspace);
  const set = useSetMediaPrices(workspace);
  const { videos, videos_not_valued: lacking = 0 } = exposure;
  const [onlyVideo] = videos.length === 1 ? videos : [];
  if (!prices) return null;

  return (
    <section className={styles.money} aria-label="Media value">
      <div className={styles.figures}>
        <FigureField
          label="CPM in US dollars"
          figure="cpm_usd"
          value={prices.cpm_usd}
          error={set.error}
          onSave={(cpm_usd) => set.mutate(() => ({ cpm_usd }))}
        />
        {onlyVideo ? (
          <>
            <VideoAudience video={onlyVideo} />
            <PublishedField job={onlyVideo.job_id} />
          </>
        ) : (
          <FigureField
            label="Viewers where none are known"
            figure="audience"
            value={prices.audience}
            error={null}
            onSave={(audience) => set.mutate(() => ({ audience }))}
          />
        )}
        <p className={styles.soft}>
          The CPM is what a thousand views of a 30-second spot cost. It is kept for the whole
          workspace. <Prices prices={prices} />
        </p>
      </div>
      {lacking > 0 && !onlyVideo && (
        <p role="status">
          {counted(lacking, 'video')} of {number(videos.length)} without a known audience or price:
          not in the media value.
        </p>
      )}
      {onlyVideo ? <VideoViews job={onlyVideo.job_id} /> : <Audiences videos={videos} />}
    </section>
  );
}

function Prices({ prices }: { readonly prices: MediaPrices }) {
  const differing = Object.entries(prices.cpm_usd_by_platform).map(
    ([platform, price]) => `${platformWord(platform)} ${dollars(price)}`,
  );
  return (
    <>
      {differing.length > 0 && `${differing.join(', ')}. `}
      <Link href="/settings/prices">Prices by platform</Link>
    </>
  );
}

/** The audience of one video: what a person typed here, else what its platform says. */
function VideoAudience({ video }: { readonly video: Video }) {
  const workspace = useWorkspaceId();
  const { data } = useJobViews(workspace, video.job_id);
  const set = useSetAudience(workspace, video.job_id);
  const audience = data?.audience;
  if (!data) return null;

  return (
    <FigureField
      label="Viewers of this video"
      figure="audience"
      hint={
        audience && audience.source !== 'manual'
          ? `Empty: ${number(audience.views)}, ${sourceWords[audience.source]}`
          : undefined
      }
      value={audience?.source === 'manual' ? audience.views : null}
      error={set.error}
      onSave={(views) => set.mutate(views)}
    />
  );
}

const sourceWords = {
  manual: 'set by hand',
  platform: 'as its platform said last',
  default: 'the workspace’s default',
  given: 'as given',
} as const;

/** Number of videos that the list shows; a file of the exposure has all. */
const shownVideos = 100;

function Audiences({ videos }: { readonly videos: readonly Video[] }) {
  const rest = videos.length - shownVideos;
  return (
    <Disclosure summary="Audience of each video">
      <table className={styles.audiences}>
        <thead>
          <tr>
            <th scope="col">Video</th>
            <th scope="col">Viewers</th>
            <th scope="col">From</th>
            <th scope="col">CPM</th>
          </tr>
        </thead>
        <tbody>
          {videos.slice(0, shownVideos).map((video) => (
            <AudienceRow key={video.job_id} video={video} />
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={styles.soft}>And {counted(rest, 'video')} more.</p>}
    </Disclosure>
  );
}

function AudienceRow({ video: { job_id, title, audience } }: { readonly video: Video }) {
  return (
    <tr>
      <td>
        <Link href={`/jobs/${job_id}?tab=exposure`}>
          <bdi>{title ?? job_id}</bdi>
        </Link>
      </td>
      <td>{audience ? number(audience.views) : 'not known'}</td>
      <td>
        {audience?.read_at ? (
          <Moment at={audience.read_at} />
        ) : (
          audience && sourceWords[audience.source]
        )}
      </td>
      <td>{audience?.cpm_usd == null ? '–' : dollars(audience.cpm_usd)}</td>
    </tr>
  );
}
