/** Says that a summary or an answer was made before people corrected the words it was made of. */
import styles from './panels.module.css';

export const OlderNote = () => (
  <p className={styles.soft}>
    Made before the transcript was corrected. Ask again to have it made of the corrected words.
  </p>
);
