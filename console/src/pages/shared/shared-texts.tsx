/** Objects, answers and words of a shared job. */
import type {
  ObjectResult,
  QueryResult,
  SummaryResult,
  TranscriptionResult,
} from '@reelsight/contract';
import { timeText } from '../../format/time.ts';
import { MomentText, type Seek } from './moment-text.tsx';
import { ProofPicture } from './proof-picture.tsx';
import styles from './shared.module.css';

interface ObjectsProps {
  readonly objects: readonly ObjectResult[];
  readonly token: string;
  readonly onSeek: Seek;
}

export function SharedObjects({ objects, token, onSeek }: ObjectsProps) {
  return (
    <section aria-labelledby="objects">
      <h2 id="objects">Objects</h2>
      {objects.length === 0 && <p>None of the objects that were asked for was seen.</p>}
      {objects.map((thing) => (
        <details key={thing.name} className={styles.brand}>
          <summary>
            <span dir="auto" className={styles.name}>
              {thing.name}
            </span>
            <span className={styles.number}>{timeText(thing.total_visible_duration)} seen</span>
          </summary>
          <ol className={styles.moments}>
            {thing.appearances.map((one) => (
              <li key={one.timestamp_start}>
                {one.frame_url && (
                  <ProofPicture
                    token={token}
                    path={one.frame_url}
                    box={one.bounding_box}
                    alt={`${thing.name} at ${timeText(one.timestamp)}`}
                  />
                )}
                <MomentText seconds={one.timestamp_start} onSeek={onSeek}>
                  {timeText(one.timestamp_start)} – {timeText(one.timestamp_end)}
                </MomentText>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

interface AnswersProps {
  readonly answers: readonly QueryResult[];
  readonly onSeek: Seek;
}

export function SharedAnswers({ answers, onSeek }: AnswersProps) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">Questions</h2>
      <dl className={styles.answers}>
        {answers.map((one) => (
          <div key={one.query}>
            <dt dir="auto">{one.query}</dt>
            <dd dir="auto">{one.answered ? one.answer : 'The video does not answer this.'}</dd>
            <Evidence found={one.evidence} onSeek={onSeek} />
          </div>
        ))}
      </dl>
    </section>
  );
}

interface EvidenceProps {
  readonly found: QueryResult['evidence'];
  readonly onSeek: Seek;
}

/** Words on a line each; moments without any side by side. */
function Evidence({ found, onSeek }: EvidenceProps) {
  const moment = ({ timestamp }: (typeof found)[number]) => (
    <MomentText seconds={timestamp} onSeek={onSeek}>
      {timeText(timestamp)}
    </MomentText>
  );
  const silent = found.filter(({ quote }) => !quote);
  return (
    <>
      {silent.length > 0 && (
        <dd className={styles.silent}>
          {silent.map((one) => (
            <span key={one.timestamp}>{moment(one)}</span>
          ))}
        </dd>
      )}
      {found.map(
        (one) =>
          one.quote && (
            <dd key={`${one.timestamp} ${one.quote}`} className={styles.evidence}>
              {moment(one)}
              <q dir="auto">{one.quote}</q>
            </dd>
          ),
      )}
    </>
  );
}

interface TranscriptProps {
  readonly transcription: TranscriptionResult | undefined;
  readonly summary: SummaryResult | undefined;
  readonly onSeek: Seek;
}

export function SharedTranscript({ transcription, summary, onSeek }: TranscriptProps) {
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript">{transcription ? 'Transcript' : 'Summary'}</h2>
      {summary?.text && <p dir="auto">{summary.text}</p>}
      {transcription && transcription.segments.length === 0 && <p>Nothing is said.</p>}
      {transcription && (
        <ol className={styles.segments}>
          {transcription.segments.map((segment) => (
            <li key={segment.start}>
              <MomentText seconds={segment.start} onSeek={onSeek}>
                {timeText(segment.start)}
              </MomentText>
              <span dir="auto">
                {segment.speaker && <b>Speaker {segment.speaker}: </b>}
                {segment.text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
