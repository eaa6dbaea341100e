/** Questions, their answers, and the evidence for each answer, linked to its second in the video. */
import { answerText } from '@reelsight/contract/answer-outcome';
import type { QueryResult } from '@reelsight/sdk';
import { lazy, Suspense } from 'react';
import { Confidence } from '../ui/status-badge.tsx';
import { EvidenceDoor } from './evidence-door.tsx';
import { OlderNote } from './older-note.tsx';
import styles from './panels.module.css';
import { useBench } from './workbench.ts';

/** Loaded only for answers with a form, which few jobs have. */
const AnswerFields = lazy(async () => {
  const { AnswerFields: component } = await import('./answer-fields.tsx');
  return { default: component };
});

export function QuestionsPanel() {
  const { results } = useBench();
  return (
    <section className={styles.whole} aria-label="Questions">
      {(results.query_results ?? []).map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question may be asked twice, in two forms.
        <Question key={`${index} ${result.query}`} result={result} />
      ))}
    </section>
  );
}

function Question({ result }: { readonly result: QueryResult }) {
  const { query, answered, answer, confidence, evidence, fields = [] } = result;
  const isCompound = answered && fields.some(({ path }) => path !== '');
  return (
    <article className={styles.question}>
      <h2 dir="auto">{query}</h2>
      {answered ? (
        <p dir="auto" className={styles.answer}>
          {!isCompound && answer} <Confidence confidence={confidence} />
        </p>
      ) : (
        <p className={styles.soft}>{answerText(result)}</p>
      )}
      {result.older_than_transcript && <OlderNote />}
      {isCompound && (
        <Suspense>
          <AnswerFields query={query} fields={fields} />
        </Suspense>
      )}
      {!isCompound && evidence.length > 0 && (
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
