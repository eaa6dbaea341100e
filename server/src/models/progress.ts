/** Shows the progress of a pull: one redrawn line on a terminal, plain lines elsewhere. */
import { cleanLine } from '@reelsight/contract/clean-text';
import type { PullProgress } from './pull.ts';

export type ProgressStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export interface ProgressDisplay {
  readonly show: (progress: PullProgress) => void;
  /** Removes the line. */
  readonly end: () => void;
}

const redrawMs = 100;

/** Reasons may quote a mirror, with anything in it. */
const shownText = (text: string): string => cleanLine(text, 1000);

export function openProgress(
  stream: ProgressStream,
  now: () => number = Date.now,
): ProgressDisplay {
  const bars = new Map<string, string>();
  let drawnAt = 0;
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001b[K');
  };
  const draw = () => {
    if (!stream.isTTY || now() - drawnAt < redrawMs) return;
    drawnAt = now();
    clear();
    stream.write([...bars.values()].join('   ').slice(0, (stream.columns ?? 80) - 1));
  };
  const print = (line: string) => {
    clear();
    stream.write(`${line}\n`);
    drawnAt = 0;
    draw();
  };

  return {
    end: clear,
    show: (progress) => {
      if (progress.kind === 'bytes') {
        bars.set(progress.id, bar(progress.id, progress.bytes, progress.totalBytes));
        return draw();
      }

      if (progress.kind === 'retry') {
        return print(
          `${progress.id}: ${progress.path}: ${shownText(progress.reason)}; trying again`,
        );
      }

      if (progress.kind === 'waiting') {
        return print(
          `${progress.id}: waiting for ${shownText(progress.holder)}, which is pulling it`,
        );
      }

      const { id, state, reason } = progress.outcome;
      bars.delete(id);
      print(`${state.padEnd(9)} ${id}${reason === undefined ? '' : `: ${shownText(reason)}`}`);
    },
  };
}

function bar(id: string, bytes: number, totalBytes: number | null): string {
  if (totalBytes === null || totalBytes === 0) return `${id} ${showBytes(bytes)}`;
  const share = Math.min(1, bytes / totalBytes);
  const filled = '#'.repeat(Math.round(share * 10)).padEnd(10, '.');
  return `${id} [${filled}] ${Math.floor(share * 100)} % of ${showBytes(totalBytes)}`;
}

/** Decimal units, as hubs show them. */
export function showBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}
