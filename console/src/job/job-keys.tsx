/** Keyboard shortcuts of the job page. */
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { takesEscape } from '../ui/closable.tsx';
import { useJobAddress } from './job-address.ts';
import styles from './job-page.module.css';
import { type PlayClock, useClock } from './stage/play-clock.ts';
import { useStops } from './things/open-thing.ts';
import { nextStop } from './timeline/lanes.ts';
import { type Bench, useBench } from './workbench.ts';

const keyWords: readonly (readonly [string, string])[] = [
  ['Space', 'play, pause'],
  ['← →', 'one frame'],
  ['Shift ← →', '5 seconds'],
  ['[ ]', 'previous, next appearance'],
  ['+ - 0', 'zoom the time axis in, out, to the whole video'],
  ['/', 'search the transcript, also in its tab'],
  ['Ctrl K', 'search all videos, in the field on the left'],
  ['↑ ↓', 'row by row in a list or on the axis'],
  ['Esc', 'close what is open: a form, a proof frame, a brand'],
  ['?', 'this list'],
];

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  return (
    <section aria-label="Shortcuts" className={styles.keys}>
      <dl>
        {keyWords.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
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

/** Whether the key belongs to the focused element, such as text typed in a field or the space bar on a button. */
const isElsewhere: Keep = ({ target, key }) => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input[type=range]')) return /^(Arrow|Page|Home|End)/.test(key);
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]'))
    return true;
  return key === ' ' && target.closest('button, a, summary, input') !== null;
};

export function useKeys(onHelp: () => void): void {
  const clock = useClock();
  const bench = useBench();
  const stops = useStops();
  const [getParam, change] = useJobAddress();
  const frameOpen = getParam('frame') !== null;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (takesEscape(event) || isElsewhere(event)) return;

      const act =
        actionOf(event, { clock, bench, stops }) ??
        pageAction(event.key, { change, frameOpen, onHelp });
      if (!act) return;

      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);

    return () => document.removeEventListener('keydown', onKey);
  }, [clock, bench, stops, change, frameOpen, onHelp]);
}

interface Reach {
  readonly clock: PlayClock;
  readonly bench: Bench;
  /** Seconds to jump between: the appearances of the open brand, or those of all brands and objects. */
  readonly stops: readonly number[];
}

function actionOf(
  { key, shiftKey }: KeyboardEvent,
  { clock, bench, stops }: Reach,
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
        const stop = nextStop(stops, clock.second, key === ']' ? 1 : -1);
        if (stop !== undefined) clock.seek(stop);
      };
    default:
      return undefined;
  }
}

/** Seconds per step: one frame of the video if it can be played, otherwise one tile of the filmstrip. */
function frameSeconds({ row, results, tileSeconds, durationSeconds }: Bench): number {
  if (row.media_available) return 1 / (results.metadata?.fps || 25);
  return durationSeconds / Math.max(1, tileSeconds.length);
}

interface PageReach {
  readonly change: ReturnType<typeof useJobAddress>[1];
  readonly frameOpen: boolean;
  readonly onHelp: () => void;
}

function pageAction(
  key: string,
  { change, frameOpen, onHelp }: PageReach,
): (() => void) | undefined {
  if (key === '?') return onHelp;
  if (key === 'Escape')
    return () => change(frameOpen ? { frame: null } : { thing: null, only: null });
  if (key !== '/') return undefined;

  return () => {
    change({ tab: 'transcript' });
    // Set the focus only after the tab's content is drawn.
    requestAnimationFrame(() => document.getElementById('transcript-search')?.focus());
  };
}
