/** Notes about the health of the processing, in sentences that say what the user can do. */
import type { Results, ResultsMeta } from '@reelsight/sdk';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../job-page.module.css';
import { heardAnew, remarksOf } from './health.ts';

/** A line near the top of the page that says in how many ways the results are limited, and links to the details. */
export function LimitsLine({ meta }: { readonly meta: ResultsMeta }) {
  const lacking = remarksOf(meta).filter((remark) => remark.lacking);
  if (lacking.length === 0) return null;

  const shortly = lacking.find(({ short }) => short)?.short;
  return (
    <button
      type="button"
      className={`${styles.factDoor} ${styles.warning}`}
      onClick={() => document.getElementById('limits')?.scrollIntoView({ block: 'center' })}
    >
      ⚠ {counted(lacking.length, 'limit')}
      {shortly && `: ${shortly}`} →
    </button>
  );
}

interface HealthNotesProps {
  readonly results: Pick<Results, 'meta' | 'transcription'>;
  /** Whether the job was made from an earlier one, whose transcript people may have corrected. */
  readonly isAskedAgain: boolean;
}

export function HealthNotes({ results, isAskedAgain }: HealthNotesProps) {
  const { meta, transcription } = results;
  const isHeardAnew = isAskedAgain && transcription !== undefined && !meta.transcript_reused;
  const remarks = [...remarksOf(meta, transcription), ...(isHeardAnew ? [heardAnew] : [])];
  const [open, setOpen] = useState<string>();
  if (remarks.length === 0) return null;

  return (
    <ul id="limits" className={styles.remarks} aria-label="About this analysis">
      {remarks.map(({ id, lacking, text, wayOut }) => (
        <li key={id} className={styles.remark}>
          <span aria-hidden className={lacking ? styles.warning : styles.soft}>
            {lacking ? <TriangleAlert size={16} /> : <Info size={16} />}
          </span>
          <span dir="auto">
            {text}
            {wayOut && open === id && <span className={styles.wayOut}>{wayOut}</span>}
          </span>
          {wayOut && (
            <Button
              small
              weight="quiet"
              aria-expanded={open === id}
              onClick={() => setOpen(open === id ? undefined : id)}
            >
              What to do
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
