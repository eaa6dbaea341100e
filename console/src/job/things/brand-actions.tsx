/**
 * The menu of a brand, an object or one appearance in a row of a list. A feature adds an entry to `brandActions`; its
 * panel opens in place of the list and is closed by `onClose`.
 */
import { Ellipsis } from 'lucide-react';
import { createContext, lazy, Suspense, useContext, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Closable } from '../../ui/closable.tsx';
import { Menu, MenuButton } from '../../ui/menu.tsx';
import { correctActions } from '../corrections/correct-actions.ts';
import { useJobAddress } from '../job-address.ts';
import { useClock } from '../stage/play-clock.ts';
import { useBench } from '../workbench.ts';
import type { ActionTarget, BrandAction } from './brand-action.ts';

const BrandClipPanel = lazy(() =>
  import('../clips/clip-panel.tsx').then((file) => ({ default: file.BrandClipPanel })),
);

const AddMissed = lazy(() =>
  import('../corrections/correct-add.tsx').then((file) => ({ default: file.AddMissed })),
);

/** In menu order. */
export const brandActions: readonly BrandAction[] = [
  { id: 'clip', label: 'Clip', offered: () => true, Panel: BrandClipPanel },
  ...correctActions,
];

interface Opened {
  readonly action: BrandAction;
  readonly target: ActionTarget;
}

const OpenContext = createContext<(panel: Opened) => void>(() => undefined);

/** Shows the panel of the chosen action in place of its children. */
export function WithBrandActions({ children }: { readonly children: React.ReactNode }) {
  const [openPanel, open] = useState<Opened>();
  const { action, target } = openPanel ?? {};
  return (
    <OpenContext value={open}>
      <Suspense>
        {action && target ? (
          <Closable onClose={() => open(undefined)}>
            <action.Panel {...target} onClose={() => open(undefined)} />
          </Closable>
        ) : (
          children
        )}
      </Suspense>
    </OpenContext>
  );
}

interface BrandMenuProps extends ActionTarget {
  readonly name: string;
}

/** The menu of a row. Renders nothing while the job runs, or if no action is offered. */
export function BrandMenu({ name, things, appearance }: BrandMenuProps) {
  const { live, borrowed, sample } = useBench();
  const open = useContext(OpenContext);
  const target = { things, ...(appearance && { appearance }) };
  // A finding that comes from another analysis has to be corrected in that analysis.
  const isOwn = things.every(({ kind }) => !borrowed.includes(kind));
  const offered =
    live || sample || !isOwn ? [] : brandActions.filter((action) => action.offered(target));
  if (offered.length === 0) return null;

  return (
    <Menu
      small
      plain
      floating
      weight="quiet"
      label={<Ellipsis size={16} aria-hidden />}
      name={`Actions for ${name}`}
    >
      {offered.map((action) => (
        <MenuButton key={action.id} onClick={() => open({ action, target })}>
          {action.label}
        </MenuButton>
      ))}
    </Menu>
  );
}

const addAction: BrandAction = {
  id: 'add',
  label: 'Add what was missed',
  offered: () => true,
  Panel: AddMissed,
};

/**
 * Adds a missed brand or object. The button is below the table, where users notice that something is missing; its form
 * replaces the table, next to the picture.
 */
export function AddMissedButton() {
  const { live, borrowed, sample, results } = useBench();
  const open = useContext(OpenContext);
  const clock = useClock();
  const [, change] = useJobAddress();
  const isOwn =
    (results.brands && !borrowed.includes('brand')) ||
    (results.objects && !borrowed.includes('object'));
  if (live || sample || !isOwn) return null;

  const start = () => {
    clock.pause();
    // The proof frame is closed, because it would cover the picture on which the user draws.
    change({ frame: null });
    open({ action: addAction, target: { things: [] } });
  };

  return (
    <Button small weight="quiet" onClick={start}>
      {addAction.label}
    </Button>
  );
}
