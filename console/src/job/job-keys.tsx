/** The keyboard of the job page. */
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { useJobAddress } from './job-address.ts';
import styles from './job-page.module.css';
import { nextStop } from './lanes.ts';
import { type PlayClock, useClock } from './play-clock.ts';
import { type Bench, useBench } from './workbench.ts';

const keyWords: readonly (readonly [string, string])[] = [
  ['Space', 'play, pause'],
  ['← →', 'one frame'],
  ['Shift ← →', '5 seconds'],
  ['[ ]', 'previous, next appearance'],
  ['/', 'search the transcript'],
  ['Esc', 'back from a proof frame'],
  ['?', 'this list'],
];

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  return (
    <section aria-label="Keys" className={styles.keys}>
      <dl>
        {keyWords.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button small onClick={onClose}>
        Close
      </Button>
    </section>
  );
}

type Keep = (event: KeyboardEvent) => boolean;

/** Typing is typing: keys in fields, and space on a button, stay where they are. */
const isElsewhere: Keep = ({ target, key }) => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]'))
    return true;
  return key === ' ' && target.closest('button, a, summary, input') !== null;
};

export function useKeys(onHelp: () => void): void {
  const clock = useClock();
  const bench = useBench();
  const [, change] = useJobAddress();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isElsewhere(event)) return;
      const act = actionOf(event, clock, bench) ?? pageAction(event.key, change, onHelp);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [clock, bench, change, onHelp]);
}

function actionOf(
  { key, shiftKey }: KeyboardEvent,
  clock: PlayClock,
  bench: Bench,
): (() => void) | undefined {
  const step = shiftKey ? 5 : frameSeconds(bench);
  switch (key) {
    case ' ':
      return () => clock.toggle();
    case 'ArrowLeft':
      return () => clock.step(-step);
    case 'ArrowRight':
      return () => clock.step(step);
    case '[':
    case ']':
      return () => {
        const stop = nextStop(bench.stops, clock.second, key === ']' ? 1 : -1);
        if (stop !== undefined) clock.seek(stop);
      };
    default:
      return undefined;
  }
}

/** Of the video where it plays, else of the filmstrip. */
function frameSeconds({ row, results, tileSeconds, durationSeconds }: Bench): number {
  if (row.media_available) return 1 / (results.metadata?.fps || 25);
  return durationSeconds / Math.max(1, tileSeconds.length);
}

function pageAction(
  key: string,
  change: ReturnType<typeof useJobAddress>[1],
  onHelp: () => void,
): (() => void) | undefined {
  if (key === '?') return onHelp;
  if (key === 'Escape') return () => change({ frame: null });
  if (key !== '/') return undefined;
  return () => {
    change({ tab: 'transcript' });
    // The tab's content is drawn first.
    requestAnimationFrame(() => document.getElementById('transcript-search')?.focus());
  };
}
