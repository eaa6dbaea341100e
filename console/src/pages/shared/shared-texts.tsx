/** Answers, spoken words and on-screen text of a shared job. */
import type {
  OnScreenText,
  QueryResult,
  SummaryResult,
  TranscriptionResult,
} from '@reelsight/contract';
import { answerText } from '@reelsight/contract/answer-outcome';
import { counted } from '../../format/quantity.ts';
import { MomentText, type Seek } from './moment-text.tsx';
import styles from './shared.module.css';
import { SharedSection } from './shared-section.tsx';

interface AnswersProps {
  readonly answers: readonly QueryResult[];
  readonly onSeek: Seek;
}

export function SharedAnswers({ answers, onSeek }: AnswersProps) {
  return (
    <SharedSection id="answers" title="Questions">
      <dl className={styles.answers}>
        {answers.map((answer) => (
          <div key={answer.query}>
            <dt dir="auto">{answer.query}</dt>
            <dd dir="auto">{answerText(answer)}</dd>
            {answer.evidence.map(({ timestamp, quote }) => (
              <dd
                key={`${timestamp} ${quote ?? ''}`}
                className={quote ? styles.evidence : styles.silent}
              >
                <MomentText start={timestamp} onSeek={onSeek} />
                {quote && <q dir="auto">{quote}</q>}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </SharedSection>
  );
}

interface TranscriptProps {
  readonly transcription: TranscriptionResult | undefined;
  readonly summary: SummaryResult | undefined;
  readonly onSeek: Seek;
}

export function SharedTranscript({ transcription, summary, onSeek }: TranscriptProps) {
  return (
    <SharedSection id="transcript" title={transcription ? 'Transcript' : 'Summary'}>
      {summary?.text && <p dir="auto">{summary.text}</p>}
      {transcription?.segments.length === 0 && <p>Nothing is said.</p>}
      {transcription && <Lines lines={transcription.segments} onSeek={onSeek} />}
    </SharedSection>
  );
}

interface TextsProps {
  readonly texts: readonly OnScreenText[];
  readonly onSeek: Seek;
}

export function SharedScreenText({ texts, onSeek }: TextsProps) {
  const emptyText = texts.length === 0 && 'No text was read.';
  return (
    <SharedSection id="screen-text" title="Text on screen" none={emptyText}>
      <details>
        <summary>{counted(texts.length, 'line')}</summary>
        <Lines lines={texts} onSeek={onSeek} />
      </details>
    </SharedSection>
  );
}

interface Line {
  readonly start: number;
  readonly text: string;
  readonly speaker?: number | null | undefined;
  readonly speaker_name?: string | undefined;
  readonly unsure?: true | undefined;
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly onSeek: Seek;
}

function Lines({ lines, onSeek }: LinesProps) {
  return (
    <ol className={styles.segments}>
      {lines.map(({ start, text, speaker, speaker_name: name, unsure }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may occur twice at one moment, and the list never changes.
        <li key={index}>
          <MomentText start={start} onSeek={onSeek} />
          <span dir="auto">
            {speaker && <b>{name ?? `Speaker ${speaker}`}: </b>}
            {text}
            {unsure && <i> (unsure)</i>}
          </span>
        </li>
      ))}
    </ol>
  );
}
