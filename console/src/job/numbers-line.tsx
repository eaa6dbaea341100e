/**
 * The line of numbers at the top of a job's page, the confidence filter that applies to all of them, and the limits of
 * the analysis.
 */
import { percent } from '../format/quantity.ts';
import { useJobAddress } from './job-address.ts';
import styles from './job-page.module.css';
import { figuresOf } from './numbers.ts';
import { LimitsLine } from './progress/health-notes.tsx';
import { leastChoices } from './sure.ts';
import { useBench } from './workbench.ts';

export function NumbersLine() {
  const { results, things, live, sample } = useBench();
  const figures = figuresOf(results, things, live);
  return (
    <div className={styles.numbers}>
      <ul className={styles.figures} aria-label="In numbers">
        {figures.map(({ value, words, title }) => (
          <li key={words} title={title}>
            <strong>{value}</strong> {words && <span dir="auto">{words}</span>}
          </li>
        ))}
        {live && figures.some(({ words }) => words) && <li className={styles.soft}>so far</li>}
      </ul>
      {!live && (results.brands || results.objects) && <LeastSure />}
      {!live && !sample && <LimitsLine meta={results.meta} />}
    </div>
  );
}

/** The choice of the minimum confidence, which applies to totals, lanes, boxes and exported files. */
function LeastSure() {
  const { least: minConfidence } = useBench();
  const [, change] = useJobAddress();
  const choices = [...new Set([...leastChoices, minConfidence])].sort((a, b) => a - b);

  return (
    <label className={styles.least}>
      Confidence
      <select
        value={minConfidence}
        onChange={({ target }) => change({ least: target.value === '0' ? null : target.value })}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 0 ? 'any' : `at least ${percent(choice)}`}
          </option>
        ))}
      </select>
    </label>
  );
}
