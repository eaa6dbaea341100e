/** Questions, their answers, and the evidence for each answer, linked to its second in the video. */
import { answerText } from '@reelsight/contract/answer-outcome';
import type { Evidence, QueryResult } from '@reelsight/sdk';
import { framePath } from '../api/client.ts';
import { useWorkspaceId } from '../api/session.ts';
import { timeText } from '../format/time.ts';
import { Confidence } from '../ui/status-badge.tsx';
import { OlderNote } from './older-note.tsx';
import styles from './panels.module.css';
import { useClock } from './stage/play-clock.ts';
import { useBench } from './workbench.ts';

const sources: Readonly<Record<Evidence['source'], string>> = {
  speech: 'said',
  visual: 'seen',
  text: 'read on screen',
  metadata: 'from the video’s metadata',
};

export function QuestionsPanel() {
  const { results } = useBench();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.scroll} aria-label="Questions" tabIndex={0}>
      {(results.query_results ?? []).map((result) => (
        <Question key={result.query} result={result} />
      ))}
    </section>
  );
}

function Question({ result }: { readonly result: QueryResult }) {
  const { query, answered, answer, confidence, evidence } = result;
  return (
    <article className={styles.question}>
      <h2 dir="auto">{query}</h2>
      {answered ? (
        <p dir="auto" className={styles.answer}>
          {answer} <Confidence confidence={confidence} />
        </p>
      ) : (
        <p className={styles.soft}>{answerText(result)}</p>
      )}
      {result.older_than_transcript && <OlderNote />}
      {evidence.length > 0 && (
        <ul className={styles.evidence}>
          {evidence.map((quote) => (
            <li key={`${quote.source}:${quote.timestamp}:${quote.quote}`}>
              <EvidenceDoor evidence={quote} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function EvidenceDoor({ evidence }: { readonly evidence: Evidence }) {
  const clock = useClock();
  const workspace = useWorkspaceId();
  const { timestamp, timestamp_start, source, quote, frame_url } = evidence;

  return (
    <button
      type="button"
      className={styles.seek}
      onClick={() => clock.seek(timestamp_start ?? timestamp)}
    >
      <span className={styles.times}>
        {timeText(timestamp)} · {sources[source]}
      </span>
      {quote && (
        <span dir="auto" className={styles.context}>
          “{quote}”
        </span>
      )}
      {frame_url && (
        <img
          className={styles.evidenceFrame}
          src={framePath(workspace, frame_url)}
          alt=""
          loading="lazy"
        />
      )}
    </button>
  );
}
