/**
 * Puts work off while the mouse or a finger is down, until the press has reached its target. A field that changes its
 * size when it loses the focus would otherwise move the pressed button away between press and release, and the press
 * would miss it. Touch screens send mouse events too, once the finger is lifted.
 */
import { flushSync } from 'react-dom';

let isPressed = false;
let isWatched = false;

/** Notes from now on whether a press is under way; for fields that call `afterPress`, when they appear. */
export function watchPresses(): void {
  if (isWatched) return;
  isWatched = true;

  const capture = { capture: true };
  addEventListener('mousedown', () => setPressed(true), capture);
  for (const end of ['mouseup', 'dragend', 'keydown'] as const)
    addEventListener(end, () => setPressed(false), capture);
}

function setPressed(value: boolean): void {
  isPressed = value;
}

/**
 * Runs the work at once, or during a press as soon as it is over: before the click reaches its target, so that a form
 * which it sends has the result.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) {
    work();
    return;
  }

  const waiting = new AbortController();
  const options = { capture: true, signal: waiting.signal };
  const finish = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    flushSync(work);
  };

  addEventListener('click', finish, options);
  addEventListener('dragend', finish, options);
  // A press that is released elsewhere is no click. A click follows its release at once.
  addEventListener('mouseup', () => setTimeout(finish), options);
}
