/** The card next to the form, which stays in view: the videos to analyse, the cost, and the button. */
import { Film } from 'lucide-react';
import { counted } from '../format/quantity.ts';
import { lengthText } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { Abilities } from './abilities.tsx';
import styles from './analyse.module.css';
import type { useAnalyseForm } from './analyse-form.ts';
import { Cost } from './cost.tsx';
import { lengthOfAll } from './length-words.ts';

type Page = ReturnType<typeof useAnalyseForm>;

export function OrderCard({ page }: { readonly page: Page }) {
  const { estimate, isWaiting, sending, armed, count, form, send } = page;
  return (
    <aside className={styles.card} aria-label="What it will be">
      <Preview page={page} />
      <Cost
        table
        estimate={estimate}
        hint={
          isWaiting
            ? 'The cost shows when the upload is there.'
            : 'The cost shows here before anything starts.'
        }
      />
      {send.kind === 'batch' && send.preset && (
        <p className={styles.soft} dir="auto">
          What you named is kept as the preset “{send.preset.name}”, by which all {count} videos are
          analysed.
        </p>
      )}
      <Abilities wanted={form.wanted} />
      <Button
        type="submit"
        weight="primary"
        busy={sending.isPending ? 'Starting …' : armed && 'Starts when uploaded …'}
      >
        {count > 1 ? `Analyse ${count} videos` : 'Analyse'}
      </Button>
    </aside>
  );
}

/** A frame of the video and the video's length, as far as this browser can read them. */
function Preview({ page: { files, count, estimate } }: { readonly page: Page }) {
  const readable = files.filter(({ state }) => state !== 'refused');
  const picture = readable.find((upload) => upload.picture)?.picture;
  const fileSeconds = readable.map(({ durationSeconds }) => durationSeconds);
  const seconds = lengthOfAll(count, fileSeconds, estimate);

  return (
    <div className={styles.preview}>
      {picture ? (
        <img src={picture} alt="Frame of the video" className={styles.frame} />
      ) : (
        <div className={`${styles.frame} ${styles.noFrame}`}>
          <Film size={28} aria-hidden />
        </div>
      )}
      <p className={styles.soft}>
        {count === 0
          ? 'No video chosen yet.'
          : `${counted(count, 'video')}${seconds ? `, ${lengthText(seconds)}` : ''}`}
      </p>
    </div>
  );
}
