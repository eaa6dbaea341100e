/** Names of backups that the service makes: each shows the purpose, the time, and the file format. */
import { isSealed, type Seal } from '../../backup/sealing.ts';

export type NamePrefix = 'reelsight' | 'before-restore';

/** Returns a name such as `reelsight-2026-11-23T03-30-00Z.tar.zst`, with `.age` appended if the backup is encrypted. */
export function backupName(prefix: NamePrefix, date: Date, seal: Seal): string {
  const time = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `${prefix}-${time}.tar.zst${isSealed(seal) ? '.age' : ''}`;
}
