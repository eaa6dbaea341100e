/** Checks the codes that FFmpeg's functions return. */
import { FFmpegError } from 'node-av/lib';
import { unreadable } from './fault.ts';

/** Throws the Fault for a video that cannot be decoded if the code is negative. */
export function check(code: number, action: string): void {
  if (code >= 0) return;
  const detail = `${action}: ${FFmpegError.strerror(code)}`;
  throw unreadable(detail, 'A picture of the video cannot be decoded.');
}
