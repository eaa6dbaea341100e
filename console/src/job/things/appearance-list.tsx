/** Lists the appearances behind a total; each links to its second in the video. */
import { ArrowLeft } from 'lucide-react';
import { lazy } from 'react';
import { counted, percent } from '../../format/quantity.ts';
import { useRemembered } from '../../format/remembered.ts';
import { lengthText, timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useJobAddress } from '../job-address.ts';
import { recordText } from '../paid/disclosure-words.ts';
import styles from '../panels.module.css';
import { useAtSecond, useClock } from '../stage/play-clock.ts';
import type { Span } from '../timeline/lanes.ts';
import { useBench } from '../workbench.ts';
import { BrandMenu } from './brand-actions.tsx';
import { ProofButton } from './proof-button.tsx';
import type { Appearance, Thing } from './things.ts';

const ProofGrid = lazy(() =>
  import('./proof-grid.tsx').then((file) => ({ default: file.ProofGrid })),
);

const choices = [
  { only: null, label: 'All' },
  { only: 'visual', label: 'Seen' },
  { only: 'audio', label: 'Said' },
] as const;

export function AppearanceList({ thing }: { readonly thing: Thing }) {
  const [getParam, change] = useJobAddress();
  const only = getParam('only');
  const [asGrid, setAsGrid] = useRemembered('appearances:grid', false);
  const hasProofs = thing.seen.some(({ frame }) => frame);
  const isGrid = asGrid && hasProofs;
  const visible = { visual: thing.seen, audio: thing.said }[only ?? ''] ?? thing.appearances;

  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <Button small weight="quiet" onClick={() => change({ thing: null, only: null })}>
          <ArrowLeft size={14} aria-hidden />{' '}
          {thing.kind === 'brand' ? 'All brands' : 'All objects'}
        </Button>
        <h2 dir="auto" className={styles.barTitle}>
          {thing.name}
        </h2>
        <BrandMenu name={thing.name} things={[thing]} />
        {thing.seen.length > 0 && thing.said.length > 0 && (
          <span className={styles.choices}>
            {choices.map(({ only: value, label }) => (
              <button
                key={label}
                type="button"
                className={styles.choice}
                aria-pressed={only === value}
                onClick={() => change({ only: value })}
              >
                {label}
              </button>
            ))}
          </span>
        )}
      </div>
      {hasProofs && (
        <span className={styles.choices}>
          {[false, true].map((grid) => (
            <button
              key={String(grid)}
              type="button"
              className={styles.choice}
              aria-pressed={isGrid === grid}
              onClick={() => setAsGrid(grid)}
            >
              {grid ? 'Proof frames' : 'List'}
            </button>
          ))}
        </span>
      )}
      <p className={styles.sum}>{sumOf(thing, only)}</p>
      <PaidRecord thing={thing} />
      {isGrid ? (
        <ProofGrid thing={thing} appearances={visible} />
      ) : (
        <VirtualList
          label={`Appearances of ${thing.name}`}
          items={visible}
          estimatePx={72}
          render={(appearance) => <Row thing={thing} appearance={appearance} />}
        />
      )}
    </div>
  );
}

/** Counts what is seen and what is said apart, as the table and reports do. */
function sumOf(
  { seen: visual, said: mentions, visibleSeconds }: Thing,
  only: string | null | undefined,
): string {
  const parts = [
    ...(only !== 'audio' && visual.length > 0
      ? [counted(visual.length, 'appearance'), `${lengthText(visibleSeconds)} seen`]
      : []),
    ...(only !== 'visual' && mentions.length > 0
      ? [`said ${counted(mentions.length, 'time')}`]
      : []),
  ];
  return parts.join(', ');
}

/** Whether the video says that the brand paid for it; nothing for objects, and on older results. */
function PaidRecord({ thing: { kind, name } }: { readonly thing: Thing }) {
  const { results } = useBench();
  const brand = kind === 'brand' ? results.brands?.find((entry) => entry.name === name) : undefined;
  const text = brand ? recordText(brand) : null;
  return text && <p className={styles.sum}>{text}.</p>;
}

function Row({ thing, appearance }: { readonly thing: Thing; readonly appearance: Appearance }) {
  const clock = useClock();
  const { live } = useBench();
  const isCurrent = useAtSecond((second) => isAt(appearance, second));
  const { source, start, end, confidence, quote, context, surface } = appearance;

  return (
    <div className={styles.appearance} aria-current={isCurrent}>
      <button type="button" className={styles.seek} onClick={() => clock.seek(start)}>
        <span className={styles.times}>
          {spanText(source === 'audio' ? { start, end: start } : { start, end })}
        </span>
        <span dir="auto" className={styles.context}>
          {quote ? `“${quote}”` : context}
        </span>
        <span className={styles.soft}>
          {[
            source === 'audio' ? 'said' : 'seen',
            !live && confidence !== undefined && `confidence ${percent(confidence)}`,
            surface,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
      <ProofButton thing={thing} appearance={appearance} />
      <BrandMenu
        name={`${thing.name} at ${timeText(start)}`}
        things={[thing]}
        appearance={appearance}
      />
    </div>
  );
}

/** Tolerance in seconds, about half a frame: a player that seeks to a second may stop slightly before it. */
const earlySeconds = 0.05;

/**
 * Whether the second lies in the appearance. Where one appearance ends and the next begins, only the next counts; a
 * spoken mention counts for just a moment.
 */
function isAt({ start, end }: Span, second: number): boolean {
  const position = second + earlySeconds;
  return position >= start && position < Math.max(end, start + 2 * earlySeconds);
}

/** `0:10.0 – 0:15.0`, or a single time if both are the same to the tenth. */
function spanText({ start, end }: Span): string {
  const from = timeText(start);
  const to = timeText(end);
  return from === to ? from : `${from} – ${to}`;
}
