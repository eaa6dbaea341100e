/** Brands or objects: each with its sums, every one of which opens the appearances it is made of. */
import { times } from '../format/quantity.ts';
import { timeText } from '../format/time.ts';
import { EmptyState } from '../ui/notice.tsx';
import { Confidence } from '../ui/status-badge.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { AppearanceList } from './appearance-list.tsx';
import { useJobAddress } from './job-address.ts';
import styles from './panels.module.css';
import { useClock } from './play-clock.ts';
import { ProofButton } from './proof-button.tsx';
import type { Appearance, Thing } from './things.ts';
import { useBench } from './workbench.ts';

const proofsShown = 4;

export function ThingsPanel({ kind }: { readonly kind: Thing['kind'] }) {
  const { things } = useBench();
  const [read] = useJobAddress();
  const ours = things.filter((thing) => thing.kind === kind);
  const chosen = ours.find(({ id }) => id === read('thing'));
  if (chosen) return <AppearanceList thing={chosen} />;
  if (ours.length === 0) return <NothingSeen kind={kind} />;
  return (
    <VirtualList
      label={kind === 'brand' ? 'Brands' : 'Objects'}
      items={ours}
      estimatePx={112}
      render={(thing) => <ThingRow thing={thing} />}
    />
  );
}

function ThingRow({ thing }: { readonly thing: Thing }) {
  const { lanes, live } = useBench();
  const [, change] = useJobAddress();
  const { id, name, seen, said, visibleSeconds, confidence } = thing;
  const open = (only: string | null) => change({ thing: id, only });
  const first = said[0];
  const colour = lanes.find((lane) => lane.id === id)?.colour ?? 'var(--lane-grey)';
  return (
    <div className={styles.thing}>
      <div className={styles.thingHead}>
        <Swatch colour={colour} hatched={thing.kind === 'object'} />
        <button type="button" dir="auto" className={styles.thingName} onClick={() => open(null)}>
          {name}
        </button>
        {!live && <Confidence confidence={confidence} />}
      </div>
      <div className={styles.doors}>
        {seen.length > 0 && (
          <button type="button" className={styles.door} onClick={() => open('visual')}>
            {timeText(visibleSeconds)} visible{live && ' so far'}, {times(seen.length)}
          </button>
        )}
        {said.length > 0 && (
          <button type="button" className={styles.door} onClick={() => open('audio')}>
            said {times(said.length)}
          </button>
        )}
        {thing.category && <span className={styles.soft}>{thing.category}</span>}
      </div>
      <Proofs thing={thing} />
      {first?.quote && <Quote appearance={first} quote={first.quote} />}
    </div>
  );
}

function Proofs({ thing }: { readonly thing: Thing }) {
  const proven = thing.seen.filter(({ frame }) => frame);
  if (proven.length === 0) return null;
  return (
    <div className={styles.proofs}>
      {proven.slice(0, proofsShown).map((appearance) => (
        <ProofButton key={appearance.index} thing={thing} appearance={appearance} />
      ))}
    </div>
  );
}

function Quote({ appearance, quote }: { readonly appearance: Appearance; readonly quote: string }) {
  const clock = useClock();
  return (
    <button
      type="button"
      dir="auto"
      className={styles.quote}
      onClick={() => clock.seek(appearance.start)}
    >
      “{quote}” <span className={styles.soft}>{timeText(appearance.start)}</span>
    </button>
  );
}

function NothingYet() {
  return (
    <EmptyState title="Nothing so far">
      <p>What is found appears here while the video is searched.</p>
    </EmptyState>
  );
}

function NothingSeen({ kind }: { readonly kind: Thing['kind'] }) {
  const { job, live } = useBench();
  if (live) return <NothingYet />;
  const asked = kind === 'brand' ? job.brands : job.objects;
  const wanted = asked?.length ? ` You asked for ${asked.join(', ')}.` : '';
  return (
    <EmptyState title={kind === 'brand' ? 'No brand was seen or heard' : 'No object was seen'}>
      <p dir="auto">
        The whole video was looked through.{wanted}{' '}
        {kind === 'brand'
          ? 'A name that is hard to read or to say is found more surely when you name it: ask again with it.'
          : 'Ask again with another word for it, or with more frames a second for things that pass quickly.'}
      </p>
    </EmptyState>
  );
}
