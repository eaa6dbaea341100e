/**
 * The tab for paid segments: who pays from when to when, the words that tell, and what people correct in them; below
 * them the disclosures.
 */
import type { Disclosure } from '@reelsight/contract';
import type { PaidSegment } from '@reelsight/sdk';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { percent } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Closable } from '../../ui/closable.tsx';
import { Menu, MenuButton } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from '../panels.module.css';
import { useAtSecond, useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';
import { signText } from './disclosure-words.ts';
import { AddPaid, type PaidAction, paidActions } from './paid-forms.tsx';

type Opened = { readonly action: PaidAction; readonly segment: PaidSegment } | 'add';

export function PaidPanel() {
  const { results, sample } = useBench();
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const segments = results.paid_segments ?? [];
  if (opened) {
    return (
      <Closable onClose={close}>
        {opened === 'add' ? (
          <AddPaid onClose={close} />
        ) : (
          <opened.action.Panel segment={opened.segment} onClose={close} />
        )}
      </Closable>
    );
  }

  return (
    <div className={styles.column}>
      {!sample && (
        <div className={styles.bar}>
          <Button small weight="quiet" onClick={() => open('add')}>
            Add a paid segment
          </Button>
        </div>
      )}
      {segments.length === 0 ? (
        <NothingPaid />
      ) : (
        <VirtualList
          label="Paid segments"
          items={segments}
          estimatePx={96}
          render={(segment) => (
            <Row segment={segment} onAction={(action) => open({ action, segment })} />
          )}
        />
      )}
      <Disclosures />
    </div>
  );
}

function Disclosures() {
  const { results } = useBench();
  const { disclosures } = results;
  if (!disclosures) return null;

  return (
    <section aria-labelledby="disclosures">
      <h2 id="disclosures" className={styles.barTitle}>
        Disclosures
      </h2>
      {disclosures.length === 0 ? (
        <p className={styles.sum}>No disclosure found. That does not say that there is none.</p>
      ) : (
        disclosures.map((disclosure) => (
          <DisclosureRow
            key={`${disclosure.sign} ${disclosure.timestamp} ${disclosure.quote ?? ''}`}
            disclosure={disclosure}
          />
        ))
      )}
    </section>
  );
}

function DisclosureRow({ disclosure }: { readonly disclosure: Disclosure }) {
  const clock = useClock();
  const {
    timestamp,
    duration_seconds: duration = 0,
    quote,
    brand,
    language,
    confidence,
  } = disclosure;
  const isCurrent = useAtSecond(
    (second) => duration > 0 && second >= timestamp && second < timestamp + duration,
  );

  return (
    <div className={styles.appearance} aria-current={isCurrent}>
      <button type="button" className={styles.seek} onClick={() => clock.seek(timestamp)}>
        <strong dir="auto">{brand ?? 'Names nobody'}</strong>
        {quote && (
          <span dir="auto" className={styles.context}>
            “{quote}”
          </span>
        )}
        <span className={styles.soft}>
          {[signText(disclosure), language, `confidence ${percent(confidence)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
    </div>
  );
}

function NothingPaid() {
  const { least: minConfidence } = useBench();
  return minConfidence > 0 ? (
    <EmptyState title={`Nothing with a confidence of at least ${percent(minConfidence)}`}>
      <p>Lower it in the line above to see what is less sure.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing in the video says that a part of it is paid for">
      <p>
        Only words tell: those that are spoken, on screen, or in title, description, tags and
        chapters.
      </p>
    </EmptyState>
  );
}

interface RowProps {
  readonly segment: PaidSegment;
  readonly onAction: (action: PaidAction) => void;
}

function Row({ segment, onAction }: RowProps) {
  const { sample } = useBench();
  const clock = useClock();
  const { start, end, brand, confidence, evidence, corrected } = segment;
  const isCurrent = useAtSecond((second) => second >= start && second < end);

  return (
    <div className={styles.appearance} aria-current={isCurrent}>
      <button type="button" className={styles.seek} onClick={() => clock.seek(start)}>
        <span className={styles.times}>
          {timeText(start)} – {timeText(end)}
        </span>
        <strong dir="auto">{brand ?? 'Paid by somebody who is not named'}</strong>
        {evidence.map(({ timestamp, quote }) => (
          <span key={`${timestamp} ${quote}`} dir="auto" className={styles.context}>
            “{quote}”
          </span>
        ))}
        <span className={styles.soft}>
          {[`confidence ${percent(confidence)}`, corrected && 'corrected by a person']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
      {!sample && (
        <Menu
          small
          plain
          floating
          weight="quiet"
          label={<Ellipsis size={16} aria-hidden />}
          name={`Actions for the paid segment at ${timeText(start)}${brand ? `, ${brand}` : ''}`}
        >
          {paidActions.map((action) => (
            <MenuButton key={action.id} onClick={() => onAction(action)}>
              {action.label}
            </MenuButton>
          ))}
        </Menu>
      )}
    </div>
  );
}
