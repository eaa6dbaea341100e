/** Whether links of each platform can be fetched, and by what. */
import { CodeBlock } from '../../ui/code-block.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import { HealthWord } from './health-word.tsx';
import styles from './operator.module.css';
import { type Overview, useOverview } from './operator-calls.ts';

type Platform = Overview['platforms'][number];

export function Platforms() {
  const { data, error, refetch } = useOverview();
  return (
    <Stack>
      <PageHead
        title="Platforms"
        lead="Videos by link are downloaded with yt-dlp. A platform that refuses several requests in a row gets no requests for a while, so that jobs of other platforms continue."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} />}
      {data && <Links links={data.links} />}
      {data && (
        <DataTable
          name="Platforms"
          columns={columns}
          rows={data.platforms}
          rowId={({ platform }) => platform}
        />
      )}
      <Update />
    </Stack>
  );
}

function Links({ links }: { readonly links: Overview['links'] }) {
  if (links.available && links.advice === null) {
    return (
      <p>
        <HealthWord well>{`yt-dlp ${links.version}`}</HealthWord>
      </p>
    );
  }
  return (
    <Notice
      kind="warning"
      title={links.available ? 'yt-dlp is old.' : 'Videos by link are not available; uploads are.'}
    >
      {links.advice}
    </Notice>
  );
}

const looks = {
  ok: { well: true, words: 'answers' },
  limited: { well: 'partly', words: 'asks to wait: Follows and jobs of it wait' },
  unavailable: { well: false, words: 'does not answer: Follows and jobs of it wait' },
} as const;

const columns: readonly Column<Platform>[] = [
  { id: 'platform', title: 'Platform', cell: ({ platform }) => platform },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <HealthWord well={looks[state].well}>{looks[state].words}</HealthWord>,
    sort: ({ state }) => state,
  },
  { id: 'until', title: 'Until', cell: ({ until }) => <Moment at={until} /> },
  {
    id: 'error',
    title: 'Last refusal',
    cell: ({ last_error }) => <span className={styles.soft}>{last_error ?? 'none'}</span>,
  },
];

const update = 'python3 -m pip install -U "yt-dlp[default]"';

function Update() {
  return (
    <Section
      title="Update yt-dlp"
      lead="Platforms change often. If links that play in a browser fail, a newer yt-dlp is the first thing to try; the copy of a distribution is often too old. The stand-alone program updates itself by yt-dlp -U."
    >
      <CodeBlock text={update} what="command" />
      <p className={styles.soft}>
        REELSIGHT_YTDLP names the copy that is used. See docs/links.md for more.
      </p>
    </Section>
  );
}
