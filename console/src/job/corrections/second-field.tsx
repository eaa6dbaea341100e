/** A field for a second of the video, with a button that takes the second that is shown. */
import { clockText } from '../../format/typed-time.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useClock } from '../stage/play-clock.ts';
import styles from './correct.module.css';

/** Times that a form proposes are rounded, because nobody stops a video more exactly. */
export const tenths = (second: number): number => Math.round(second * 10) / 10;

interface SecondProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SecondField({ label, value, onChange }: SecondProps) {
  const clock = useClock();
  return (
    <div className={styles.second}>
      <TextField label={label} value={value} onChange={({ target }) => onChange(target.value)} />
      <Button
        small
        aria-label={`${label} now`}
        onClick={() => onChange(clockText(tenths(clock.second)))}
      >
        Now
      </Button>
    </div>
  );
}
