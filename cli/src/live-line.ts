/** Progress on standard error: one line that rewrites itself on a terminal, else a line at each step and every 10 s. */
import { type PrintableStream, printable } from './printable.ts';
import { clockTime } from './words.ts';

export interface LiveLine {
  /** `text` may change at every call. */
  show(step: string, text?: string): void;
  /** Leaves a last line, or nothing, and stops. */
  end(text?: string): void;
}

export const silentLine: LiveLine = { show: () => undefined, end: () => undefined };

const logEveryMs = 10_000;

export function openLiveLine(stream: PrintableStream): LiveLine {
  let lastStep = '';
  let loggedAtMs = 0;
  const rewrite = (text: string): void => {
    stream.writeRaw(`\r${printable(text).slice(0, (stream.columns || 80) - 1)}\u001b[K`);
  };
  return {
    show(step, text = '') {
      const line = `${step} ${text}`.trimEnd();
      if (stream.isTTY) rewrite(line);
      else if (step !== lastStep || Date.now() - loggedAtMs > logEveryMs) {
        stream.write(`${line}\n`);
        loggedAtMs = Date.now();
      }
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
