/** Shows the summary, the chapters and the facts about the video and its analysis. */
import type { RequestedPart } from '@reelsight/contract/analysed-part';
import type { LanguageSpan, MetadataResult, ResultsMeta } from '@reelsight/sdk';
import type { ReactNode } from 'react';
import { bytes, number } from '../format/quantity.ts';
import { timeText } from '../format/time.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Duration, Moment } from '../ui/moment.tsx';
import { OlderNote } from './older-note.tsx';
import styles from './panels.module.css';
import { useClock } from './stage/play-clock.ts';
import { useBench } from './workbench.ts';

export function SummaryPanel() {
  const { job, results } = useBench();
  const { summary, transcription, metadata, meta } = results;
  return (
    <section className={styles.whole} aria-label="Summary and metadata">
      {summary && (
        <article className={styles.question}>
          <h2>
            Summary <CopyButton text={summary.text} what="summary" />
          </h2>
          {summary.text ? (
            <p dir="auto" className={styles.answer}>
              {summary.text}
            </p>
          ) : (
            <p className={styles.soft}>{nothingToSumUp(meta)}</p>
          )}
          {summary.older_than_transcript && <OlderNote />}
          {summary.key_topics.length > 0 && (
            <ul className={styles.topics} aria-label="Topics">
              {summary.key_topics.map((topic) => (
                <li key={topic} dir="auto">
                  {topic}
                </li>
              ))}
            </ul>
          )}
        </article>
      )}
      {metadata && <Video metadata={metadata} />}
      <article className={styles.question}>
        <h2>Analysis</h2>
        <Facts
          facts={[
            ['Analysed', `${number(meta.frames_analyzed)} frames, ${meta.fps_used} a second`],
            ...partFact(job),
            ...(meta.unseen_spans
              ? [['Damaged, not looked at', spansText(meta.unseen_spans)] as const]
              : []),
            ...(transcription?.language_spans
              ? [['Languages', languagesText(transcription.language_spans)] as const]
              : []),
            ...Object.entries(meta.engines).map(([role, name]) => [role, name] as const),
          ]}
        />
      </article>
    </section>
  );
}

function nothingToSumUp(meta: ResultsMeta): string {
  if (meta.speech_unsure)
    return 'The speech was heard too unsurely to be summed up: a summary of it would likely be wrong.';
  if (meta.transcription_degraded)
    return 'The speech could not be understood, so there is no summary.';
  return 'There are no words to sum up.';
}

/** The part of the video that was analysed, if that is not all of it. */
function partFact({ from, to }: RequestedPart): [string, string][] {
  if (from == null && to == null) return [];
  return [['Part', `${timeText(from ?? 0)}–${to == null ? 'end' : timeText(to)}`]];
}

/** More stretches of one language would fill the panel; the API has them all. */
const shownSpans = 8;

/** `English`, or each language with its stretches: `English 0:00–1:20, not understood 1:20–1:31`. */
function languagesText(spans: readonly LanguageSpan[]): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const nameOf = ({ language, understood }: LanguageSpan): string => {
    if (understood === false) return 'not understood';
    return language === 'und' ? 'unknown' : (names.of(language) ?? language);
  };
  const byName = [...Map.groupBy(spans, nameOf)];
  const [first] = byName;
  if (first && byName.length === 1 && first[0] !== 'not understood') return first[0];

  return byName
    .map(([name, stretches]) => {
      const ellipsis = stretches.length > shownSpans ? ', …' : '';
      return `${name} ${spansText(stretches.slice(0, shownSpans))}${ellipsis}`;
    })
    .join('; ');
}

const spansText = (spans: readonly { readonly start: number; readonly end: number }[]): string =>
  spans.map(({ start, end }) => `${timeText(start)}–${timeText(end)}`).join(', ');

function Video({ metadata }: { readonly metadata: MetadataResult }) {
  const clock = useClock();
  const { width, height, fps, size_bytes, description, chapters } = metadata;
  const codecs = [metadata.container, metadata.video_codec, metadata.audio_codec];

  return (
    <article className={styles.question}>
      <h2>Video</h2>
      {chapters.length > 0 && (
        <ul className={styles.evidence}>
          {chapters.map(({ start, title }) => (
            <li key={`${start}:${title}`}>
              <button type="button" className={styles.seek} onClick={() => clock.seek(start)}>
                <span className={styles.times}>{timeText(start)}</span>
                <span dir="auto">{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          ['Title', metadata.title],
          ['Author', metadata.author],
          ['Published', metadata.published_at && <Moment at={metadata.published_at} />],
          ['Length', <Duration key="length" seconds={metadata.duration_seconds} />],
          ['Picture', width && height && `${width} × ${height}${fps ? `, ${fps} fps` : ''}`],
          ['Format', codecs.filter(Boolean).join(', ')],
          ['Size', size_bytes && bytes(size_bytes)],
          ['Language', metadata.language],
          ['Views', metadata.view_count !== null && number(metadata.view_count)],
          ['Likes', metadata.like_count !== null && number(metadata.like_count)],
          ['Comments', metadata.comment_count !== null && number(metadata.comment_count)],
          ['Tags', metadata.tags.join(', ')],
          ['Categories', metadata.categories.join(', ')],
        ]}
      />
      {description && (
        <p dir="auto" className={styles.description}>
          {description}
        </p>
      )}
    </article>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** Lists the known facts; unknown ones are left out. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
