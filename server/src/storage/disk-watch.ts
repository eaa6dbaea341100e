/** Watches the free space on the disk that holds stored files, work in progress and the embedded database. */
import { statfs } from 'node:fs/promises';
import { Fault } from '@reelsight/contract';
import { sharedLook } from '../network/shared-look.ts';

export interface DiskLimits {
  /** Free space below which no new work is accepted; of the two limits, the smaller amount applies. */
  readonly reserveBytes: number;
  readonly reservePercent: number;
  /** Free space below which uploads in progress are aborted; never more than the reserve. */
  readonly floorBytes: number;
}

export interface DiskState {
  readonly freeBytes: number;
  readonly totalBytes: number;
  readonly reserveBytes: number;
  readonly floorBytes: number;
  /** `low`: below the reserve. `full`: below the floor. */
  readonly state: 'ok' | 'low' | 'full';
}

const ageMs = 1000;

export class DiskWatch {
  /** Checks the free space, at most once a second; null if the system does not report it. */
  readonly look: () => Promise<DiskState | null>;
  #last: DiskState | null = null;

  constructor(folder: string, limits: DiskLimits) {
    this.look = sharedLook(ageMs, async () => {
      const stats = await statfs(folder).catch(() => null);
      this.#last = stats && stateOf(stats.bavail * stats.bsize, stats.blocks * stats.bsize, limits);
      return this.#last;
    });
  }

  /** Whether new work may begin, according to the last check; also starts the next check. */
  get hasRoom(): boolean {
    void this.look();
    return this.#last === null || this.#last.state === 'ok';
  }

  /** Throws Fault LOW_DISK if less than the reserve would remain free after writing this many bytes. */
  async checkRoom(bytes = 0): Promise<void> {
    const diskState = await this.look();
    if (diskState && diskState.freeBytes - bytes < diskState.reserveBytes) throw lowDisk(diskState);
  }

  /** Throws Fault LOW_DISK if less than the floor would remain free after writing this many bytes. */
  async checkFloor(bytes = 0): Promise<void> {
    const diskState = await this.look();
    if (diskState && diskState.freeBytes - bytes < diskState.floorBytes) throw lowDisk(diskState);
  }
}

const lowDisk = ({ freeBytes, reserveBytes }: DiskState): Fault =>
  new Fault('LOW_DISK', `${freeBytes} bytes free, ${reserveBytes} in reserve`);

function stateOf(freeBytes: number, totalBytes: number, limits: DiskLimits): DiskState {
  const share = Math.floor((totalBytes * limits.reservePercent) / 100);
  const reserveBytes = Math.min(limits.reserveBytes, share);
  const floorBytes = Math.min(limits.floorBytes, reserveBytes);
  const state = freeBytes < floorBytes ? 'full' : freeBytes < reserveBytes ? 'low' : 'ok';
  return { freeBytes, totalBytes, reserveBytes, floorBytes, state };
}
