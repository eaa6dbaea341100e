/** Paid segments, disclosures and shots of a shared job. */
import type { Disclosure, PaidSegment, ShotResult } from '@reelsight/contract';
import { counted } from '../../format/quantity.ts';
import { signText } from '../../job/paid/disclosure-words.ts';
import { MomentText, type Seek } from './moment-text.tsx';
import styles from './shared.module.css';
import { ByPerson } from './shared-found.tsx';
import { SharedSection } from './shared-section.tsx';

interface PaidProps {
  readonly segments: readonly PaidSegment[];
  readonly onSeek: Seek;
}

export function SharedPaid({ segments, onSeek }: PaidProps) {
  const emptyText =
    segments.length === 0 && 'Nothing in the video says that a part of it is paid for.';
  return (
    <SharedSection id="paid" title="Paid segments" none={emptyText}>
      <ol className={styles.paid}>
        {segments.map(({ start, end, brand, evidence, corrected }) => (
          <li key={`${start} ${end} ${brand ?? ''}`}>
            <MomentText start={start} end={end} onSeek={onSeek} />
            <span dir="auto">
              {brand ?? 'Paid by somebody who is not named'}
              {corrected && <ByPerson />}
              {evidence.map(({ timestamp, quote }) => (
                <q key={`${timestamp} ${quote}`} dir="auto">
                  {quote}
                </q>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </SharedSection>
  );
}

interface DisclosuresProps {
  readonly disclosures: readonly Disclosure[];
  readonly onSeek: Seek;
}

export function SharedDisclosures({ disclosures, onSeek }: DisclosuresProps) {
  const emptyText =
    disclosures.length === 0 && 'No disclosure found. That does not say that there is none.';
  return (
    <SharedSection id="disclosures" title="Disclosures" none={emptyText}>
      <ol className={styles.paid}>
        {disclosures.map((disclosure) => {
          const { sign, timestamp, duration_seconds: duration = 0, brand, quote } = disclosure;
          return (
            <li key={`${sign} ${timestamp} ${quote ?? ''}`}>
              <MomentText start={timestamp} end={timestamp + duration} onSeek={onSeek} />
              <span dir="auto">
                {brand ?? 'Names nobody'}, {signText(disclosure)}
                {quote && <q dir="auto">{quote}</q>}
              </span>
            </li>
          );
        })}
      </ol>
    </SharedSection>
  );
}

interface ShotsProps {
  readonly shots: readonly ShotResult[];
  readonly onSeek: Seek;
}

const transitionNames = {
  part_cut: 'part of the picture',
  dissolve: 'dissolve',
  fade: 'fade',
};

export function SharedShots({ shots, onSeek }: ShotsProps) {
  return (
    <SharedSection id="shots" title="Shots">
      <details>
        <summary>{counted(shots.length, 'shot')}</summary>
        <ol className={styles.shots}>
          {shots.map(({ start, end, transition }) => (
            <li key={start}>
              <MomentText start={start} end={end} onSeek={onSeek} />
              {transition && transition !== 'cut' && ` ${transitionNames[transition]}`}
            </li>
          ))}
        </ol>
      </details>
    </SharedSection>
  );
}
