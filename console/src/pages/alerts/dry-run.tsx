/** The dry run of an alert: what it would have found in the last days. */
import type { AlertPreview } from '@reelsight/contract';
import { counted } from '../../format/quantity.ts';
import formStyles from '../../ui/form.module.css';
import styles from './alerts.module.css';
import { Finding } from './finding.tsx';

export function DryRun({ preview }: { readonly preview: AlertPreview | undefined }) {
  return (
    // The element is there before the answer, so that screen readers announce the answer.
    <div className={formStyles.wide} role="status">
      {preview && (
        <p>
          It would have matched {preview.complete ? '' : 'at least '}
          <strong>{preview.matches}</strong> of the videos of the last{' '}
          {counted(preview.days, 'day')}.
        </p>
      )}
      {preview && preview.findings.length > 0 && (
        <ul className={styles.findings} aria-label="Examples">
          {preview.findings.map((finding) => (
            <Finding key={finding.job_id} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}
