/** The end of a correction form: an error, if the API refused the correction, and the buttons. */
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import styles from './correct.module.css';
import type { useCorrect } from './correct-calls.ts';

interface CorrectEndProps {
  readonly correct: Pick<ReturnType<typeof useCorrect>, 'error' | 'isPending'>;
  /** The action of the form in words, which is also the label of its button. */
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

/**
 * Closes the form and moves the keyboard focus to the results, because the focused element disappears with the form.
 */
export function closeForm(onClose: () => void): void {
  onClose();
  document.getElementById('results')?.focus();
}
