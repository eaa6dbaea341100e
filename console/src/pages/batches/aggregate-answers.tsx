/** Questions answered over all videos of a batch, each answer with links to the seconds that prove it. */
import type { AggregateResults, JobRowView } from '@reelsight/contract';
import { answerText } from '@reelsight/contract/answer-outcome';
import { Link } from 'wouter';
import { jobAddress } from '../../app/addresses.ts';
import { counted } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import styles from './batches.module.css';

interface AnswersProps {
  readonly results: AggregateResults;
  readonly names: ReadonlyMap<string, string>;
  readonly rows: readonly JobRowView[];
}

/** Number of proofs shown at first; the others are collapsed into one line that opens them. */
const shownProofs = 5;

/** A reason in words, made from a code such as `cancelled` or `EXTRACTION_FAILED`, for use if there is no message. */
const plainReason = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

const sourceWords: Readonly<Record<string, string>> = {
  speech: 'said',
  visual: 'seen',
  text: 'on screen',
  metadata: 'from the title or description',
};

export function AggregateAnswers({ results, names, rows }: AnswersProps) {
  const { queries, jobs_excluded: excluded } = results;
  return (
    <Stack>
      <p className={styles.soft}>
        Over {counted(results.jobs_included, 'video')}, made{' '}
        <Moment at={results.generated_at} ago />.
      </p>
      {excluded.length > 0 && (
        <Notice title={`${counted(excluded.length, 'video')} left out.`}>
          <ul>
            {excluded.map(({ job_id, reason }) => (
              <li key={job_id}>
                <Link href={jobAddress(job_id)}>{names.get(job_id) ?? job_id}</Link>:{' '}
                {rows.find((row) => row.job_id === job_id)?.error?.message ?? plainReason(reason)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {queries.map((query) => (
        <article key={query.query} className={styles.answer}>
          <h2 dir="auto">{query.query}</h2>
          <p dir="auto">{answerText(query, 'The videos')}</p>
          <Evidence proofs={query.evidence.slice(0, shownProofs)} names={names} />
          {query.evidence.length > shownProofs && (
            <Disclosure summary={`${counted(query.evidence.length - shownProofs, 'more moment')}`}>
              <Evidence proofs={query.evidence.slice(shownProofs)} names={names} />
            </Disclosure>
          )}
        </article>
      ))}
    </Stack>
  );
}

interface EvidenceProps {
  readonly proofs: AggregateResults['queries'][number]['evidence'];
  readonly names: ReadonlyMap<string, string>;
}

function Evidence({ proofs, names }: EvidenceProps) {
  return (
    <ul className={styles.evidence} aria-label="Evidence">
      {proofs.map((proof) => (
        <li key={`${proof.job_id} ${proof.timestamp} ${proof.source} ${proof.quote}`}>
          <Link href={jobAddress(proof.job_id, proof.timestamp)}>
            {names.get(proof.job_id) ?? proof.url ?? proof.job_id} at {timeText(proof.timestamp)}
          </Link>{' '}
          <span className={styles.soft}>{sourceWords[proof.source] ?? proof.source}</span>
          {proof.quote && <div dir="auto">“{proof.quote}”</div>}
        </li>
      ))}
    </ul>
  );
}
