/** The end of a correction form: the refusal, if any, and the buttons. */
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import styles from './correct.module.css';
import type { useCorrect } from './correct-calls.ts';

interface CorrectEndProps {
  readonly correct: Pick<ReturnType<typeof useCorrect>, 'error' | 'isPending'>;
  /** What the form does, used as the label of its button. */
  readonly action: string;
  /** Whether all required fields are filled in. */
  readonly isComplete: boolean;
  readonly onClose: () => void;
}

export function CorrectEnd({ correct, action, isComplete, onClose }: CorrectEndProps) {
  return (
    <>
      {correct.error && (
        <p role="alert" className={styles.refused}>
          {messageOf(correct.error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          weight="primary"
          disabled={!isComplete}
          busy={correct.isPending && 'Saving …'}
        >
          {action}
        </Button>
        <Button onClick={() => closeForm(onClose)}>Cancel</Button>
      </div>
    </>
  );
}

/** The form disappears, so move the keyboard focus to the results. */
export function closeForm(onClose: () => void): void {
  onClose();
  document.getElementById('results')?.focus();
}
