/** Lists passages below the video they belong to. */
import type { SearchHit } from '@reelsight/sdk';
import { Sparkles } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { smallFramePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { timeText } from '../../format/time.ts';
import { markedParts } from './marked-parts.ts';
import styles from './search.module.css';

export const optionId = (index: number): string => `search-result-${index}`;

interface ResultsProps {
  /** Hits of the same video are adjacent. */
  readonly hits: readonly SearchHit[];
  readonly active: number;
  onOpen(hit: SearchHit): void;
}

export function SearchResults({ hits, active, onOpen }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new results have new positions.
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, hits]);

  const videos = [...Map.groupBy(hits.entries(), ([, { job_id }]) => job_id)];
  return (
    <div ref={list} id="search-results" role="listbox" aria-label="Results" className={styles.list}>
      {videos.map(([job, videoHits]) => (
        // biome-ignore lint/a11y/useSemanticElements: it groups options, not form fields.
        <div key={job} role="group" aria-labelledby={`search-video-${job}`}>
          <Video hits={videoHits.map(([, hit]) => hit)} />
          {videoHits.map(([index, hit]) => (
            <Option key={index} hit={hit} index={index} active={index === active} onOpen={onOpen} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Video({ hits }: { readonly hits: readonly SearchHit[] }) {
  const workspace = useWorkspaceId();
  const [first] = hits;
  const picture = [first?.thumbnail_url, ...hits.map(({ frame_url }) => frame_url)].find((path) =>
    path?.startsWith('/v1/frames/'),
  );
  if (!first) return null;

  return (
    <div id={`search-video-${first.job_id}`} className={styles.video} role="presentation">
      {picture && (
        <img src={smallFramePath(workspace, picture, { width: 160 })} alt="" loading="lazy" />
      )}
      <span>{first.title ?? 'Without a title'}</span>
    </div>
  );
}

const kindWords: Readonly<Record<SearchHit['kind'], string>> = {
  speech: 'said',
  text: 'on screen',
  brand: 'brand',
  object: 'object',
  title: 'title',
  answer: 'answer',
};

interface OptionProps {
  readonly hit: SearchHit;
  readonly index: number;
  readonly active: boolean;
  onOpen(hit: SearchHit): void;
}

function Option({ hit, index, active, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keyboard.
    // biome-ignore lint/a11y/useFocusableInteractive: the search field refers to the active option.
    <div
      id={optionId(index)}
      role="option"
      aria-selected={active}
      className={styles.option}
      onClick={() => onOpen(hit)}
    >
      <span className={styles.time}>{hit.kind === 'title' ? '' : timeText(hit.start)}</span>
      <span className={styles.text}>
        {markedParts(hit.text, hit.matches).map(({ text, marked, at: offset }) => (
          <Fragment key={offset}>{marked ? <mark>{text}</mark> : text}</Fragment>
        ))}
      </span>
      <span className={styles.kind}>
        {hit.by === 'meaning' && (
          <span className={styles.meaning} title="Found by its meaning, in other words">
            <Sparkles size={13} aria-hidden /> by meaning,{' '}
          </span>
        )}
        {kindWords[hit.kind]}
      </span>
    </div>
  );
}
