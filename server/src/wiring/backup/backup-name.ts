/** Names of backups that the service makes: they show the purpose, the time, and how to read the file. */
import { isSealed, type Seal } from '../../backup/sealing.ts';

export type NamePrefix = 'reelsight' | 'before-restore';

/** For example `reelsight-2026-11-23T03-30-00Z.tar.zst`, with `.age` if it is encrypted. */
export function backupName(prefix: NamePrefix, date: Date, seal: Seal): string {
  const time = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `${prefix}-${time}.tar.zst${isSealed(seal) ? '.age' : ''}`;
}
