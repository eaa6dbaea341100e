/** Dates, lengths and credits, which look the same on every page. */
import { number } from '../format/quantity.ts';
import { lengthText, spoken } from '../format/time.ts';
import styles from './small.module.css';

const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
];

interface MomentProps {
  /** A time in ISO 8601; null is shown as a dash. */
  readonly at: string | null | undefined;
  /** Whether to show times of the last week as `3 hours ago`. */
  readonly ago?: boolean;
}

/** Shows a time in the reader's time zone, and on hover in UTC. */
export function Moment({ at: timestamp, ago = false }: MomentProps) {
  if (!timestamp) return <span>–</span>;

  const date = new Date(timestamp);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const local = dayAndTime.format(date);

  return (
    <time dateTime={timestamp} title={ago ? `${local} · ${utc}` : utc} className={styles.moment}>
      {(ago && sinceThen(date.getTime() - Date.now())) || local}
    </time>
  );
}

function sinceThen(differenceMs: number): string | undefined {
  const distance = Math.abs(differenceMs);
  if (distance > 7 * 86_400_000) return undefined;
  if (distance < 60_000) return 'just now';
  const [unit, unitMs] = steps.findLast(([, size]) => distance >= size) ?? ['minute', 60_000];
  return relative.format(Math.round(differenceMs / unitMs), unit);
}

interface DurationProps {
  readonly seconds: number | null | undefined;
}

export function Duration({ seconds }: DurationProps) {
  if (seconds === null || seconds === undefined) return <span>–</span>;
  return <span title={spoken(seconds)}>{lengthText(seconds)}</span>;
}

interface CreditsProps {
  readonly amount: number;
  /** What the credits paid for or would pay for; shown on hover, for places that do not show it next to the number. */
  readonly bought?: string;
}

export function Credits({ amount, bought: purchase }: CreditsProps) {
  return (
    <span title={purchase} className={styles.moment}>
      {number(amount)} {Math.abs(amount) === 1 ? 'credit' : 'credits'}
    </span>
  );
}
