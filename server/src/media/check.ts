/** Checks the codes that FFmpeg's functions return. */
import { FFmpegError } from 'node-av/lib';
import { unreadable } from './fault.ts';

/** For a negative code, throws the Fault of a video that cannot be decoded. */
export function check(code: number, action: string): void {
  if (code >= 0) return;
  const detail = `${action}: ${FFmpegError.strerror(code)}`;
  throw unreadable(detail, 'A picture of the video cannot be decoded.');
}
