/** Shows for each platform whether its links can be fetched, and with which tool. */
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
        lead="Videos by link are downloaded with yt-dlp. A platform that refuses several requests in a row gets no requests for a while, so that analyses of other platforms continue."
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

const origins = {
  setting: 'set by REELSIGHT_YTDLP',
  'data folder': 'kept up to date in the data folder',
  system: 'installed on the system',
} as const;

function Links({ links }: { readonly links: Overview['links'] }) {
  const { available, version, origin, age_days, advice } = links;
  return (
    <>
      <p>
        <HealthWord well={available && (advice === null || 'partly')}>
          {available ? `yt-dlp ${version}, ${origins[origin]}, ${age_days} days old` : 'no yt-dlp'}
        </HealthWord>
      </p>
      {advice !== null && (
        <Notice
          kind="warning"
          title={
            available ? 'yt-dlp needs attention.' : 'Videos by link are not available; uploads are.'
          }
        >
          <Marked text={advice} />
        </Notice>
      )}
    </>
  );
}

/** Shows a text, with everything between backticks formatted as code. */
function Marked({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? <code key={piece}>{piece}</code> : piece));
}

const healthLooks = {
  ok: { well: true, words: 'answers' },
  limited: { well: 'partly', words: 'asks to wait: Follows and analyses of it wait' },
  unavailable: { well: false, words: 'does not answer: Follows and analyses of it wait' },
} as const;

const names: Readonly<Record<string, string>> = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Instagram',
};

const columns: readonly Column<Platform>[] = [
  { id: 'platform', title: 'Platform', cell: ({ platform }) => names[platform] ?? platform },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => (
      <HealthWord well={healthLooks[state].well}>{healthLooks[state].words}</HealthWord>
    ),
    sort: ({ state }) => state,
  },
  { id: 'until', title: 'Until', cell: ({ until }) => <Moment at={until} /> },
  {
    id: 'error',
    title: 'Last refusal',
    cell: ({ last_error }) => <span className={styles.soft}>{last_error ?? 'none'}</span>,
  },
];

const update = 'reelsight links update';

function Update() {
  return (
    <Section
      title="Update yt-dlp"
      lead="Platforms change often, so each machine looks for a new yt-dlp every week, unless REELSIGHT_LINKS_UPDATE is off. A new one that cannot read what the old one could is dropped. If links fail that play in a browser, update now, on each machine that runs a worker:"
    >
      <CodeBlock text={update} what="command" />
      <p className={styles.soft}>
        <code>reelsight links status</code> says which version is in use and how old it is;{' '}
        <code>reelsight links rollback</code> returns to the one before. More in{' '}
        <a href="/docs/links#links-that-keep-working">Links that keep working</a>.
      </p>
    </Section>
  );
}
