/** What FFmpeg's functions answer. */
import { FFmpegError } from 'node-av/lib';
import { unreadable } from './fault.ts';

/** Throws the Fault of a video that cannot be decoded for a negative code. */
export function check(code: number, action: string): void {
  if (code >= 0) return;
  const detail = `${action}: ${FFmpegError.strerror(code)}`;
  throw unreadable(detail, 'A picture of the video cannot be decoded.');
}
