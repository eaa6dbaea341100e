/**
 * Shows progress on standard error: on a terminal as one line that is rewritten in place, otherwise as a new line at
 * the start of each step.
 */
import { type PrintableStream, printable } from './printable.ts';
import { clockTime } from './words.ts';

export interface LiveLine {
  /** Shows the current step. `text` may change with every call; `gauge` appears only on a terminal. */
  show(step: string, text?: string, gauge?: string): void;
  /** Stops and clears the line, and prints `text`, if any, in place of it. */
  end(text?: string): void;
}

export const silentLine: LiveLine = { show: () => undefined, end: () => undefined };

export function openLiveLine(stream: PrintableStream): LiveLine {
  let lastStep = '';
  const rewrite = (text: string): void => {
    stream.writeRaw(`\r${printable(text).slice(0, (stream.columns || 80) - 1)}\u001b[K`);
  };
  return {
    show(step, text = '', gauge = '') {
      const line = [step, text].filter(Boolean).join(' ');
      if (stream.isTTY) rewrite(gauge ? `${line} ${gauge}` : line);
      else if (step !== lastStep) stream.write(`${line.trimEnd()}\n`);
      lastStep = step;
    },
    end(text) {
      if (stream.isTTY) rewrite('');
      if (text !== undefined) stream.write(`${text}\n`);
    },
  };
}

/** `████████░░░░  42 %  0:12` */
export function bar(fraction: number, elapsedMs: number): string {
  const width = 24;
  const share = Math.min(1, Math.max(0, fraction));
  const full = Math.round(share * width);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent} %  ${clockTime(elapsedMs / 1000)}`;
}
