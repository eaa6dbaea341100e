/** Shows whether there is enough space on the disk. */
import { bytes } from '../../format/quantity.ts';
import { Facts, Section } from '../../ui/page.tsx';
import { HealthWord } from './health-word.tsx';
import type { Overview } from './operator-calls.ts';

const diskWords = {
  ok: 'enough',
  low: 'below the reserve: no new uploads, analyses or runs of Follows are taken',
  full: 'nearly none left: uploads under way are ended too',
} as const;

export function DiskSpace({ disk }: { readonly disk: NonNullable<Overview['disk']> }) {
  return (
    <Section title="Disk space" lead="Of the disk that holds the data folder of this process.">
      <Facts
        facts={[
          {
            name: 'Space',
            value: <HealthWord well={disk.state === 'ok'}>{diskWords[disk.state]}</HealthWord>,
          },
          { name: 'Free', value: `${bytes(disk.free_bytes)} of ${bytes(disk.total_bytes)}` },
          {
            name: 'Reserve',
            value: `${bytes(disk.reserve_bytes)}: with less free, no new work is taken`,
          },
        ]}
      />
    </Section>
  );
}
