/** Paid segments, text on screen and shots of a shared job. */
import type { OnScreenText, PaidSegment, ShotResult } from '@reelsight/contract';
import { timeText } from '../../format/time.ts';
import { MomentText, type Seek } from './moment-text.tsx';
import styles from './shared.module.css';

interface PaidProps {
  readonly segments: readonly PaidSegment[];
  readonly onSeek: Seek;
}

export function SharedPaid({ segments, onSeek }: PaidProps) {
  return (
    <section aria-labelledby="paid">
      <h2 id="paid">Paid segments</h2>
      {segments.length === 0 && <p>Nothing in the video says that a part of it is paid for.</p>}
      <ol className={styles.paid}>
        {segments.map(({ start, end, brand, evidence }) => (
          <li key={`${start} ${brand ?? ''}`}>
            <MomentText seconds={start} onSeek={onSeek}>
              {timeText(start)} – {timeText(end)}
            </MomentText>
            <span dir="auto">
              {brand ?? 'Paid by somebody who is not named'}
              {evidence.map(({ timestamp, quote }) => (
                <q key={`${timestamp} ${quote}`} dir="auto">
                  {quote}
                </q>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TextsProps {
  readonly texts: readonly OnScreenText[];
  readonly onSeek: Seek;
}

export function SharedScreenText({ texts, onSeek }: TextsProps) {
  return (
    <section aria-labelledby="screen-text">
      <h2 id="screen-text">Text on screen</h2>
      {texts.length === 0 && <p>No text was read.</p>}
      <details>
        <summary>{texts.length === 1 ? '1 line' : `${texts.length} lines`}</summary>
        <ol className={styles.segments}>
          {texts.map(({ start, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice at once, and the list never changes
            <li key={index}>
              <MomentText seconds={start} onSeek={onSeek}>
                {timeText(start)}
              </MomentText>
              <span dir="auto">{text}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

interface ShotsProps {
  readonly shots: readonly ShotResult[];
  readonly onSeek: Seek;
}

export function SharedShots({ shots, onSeek }: ShotsProps) {
  return (
    <section aria-labelledby="shots">
      <h2 id="shots">Shots</h2>
      <details>
        <summary>{shots.length === 1 ? '1 shot' : `${shots.length} shots`}</summary>
        <ol className={styles.shots}>
          {shots.map(({ start, end }) => (
            <li key={start}>
              <MomentText seconds={start} onSeek={onSeek}>
                {timeText(start)} – {timeText(end)}
              </MomentText>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
