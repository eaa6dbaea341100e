/** Tabs whose selection is stored in the address, so that a link opens the same tab. */
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { Skeleton } from './notice.tsx';
import styles from './small.module.css';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly count?: number | undefined;
  readonly content: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Name of the address parameter that stores the selected tab. */
  readonly param?: string;
  readonly panelClass?: string | undefined;
  /** Id of the panel, to which a skip link can lead. */
  readonly panelId?: string;
}

export function Tabs({ label, tabs, param = 'tab', panelClass, panelId }: TabsProps) {
  const id = useId();
  const panel = panelId ?? `${id}-panel`;
  const list = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useChosenTab(tabs, param);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !chosen) return;

    // While the user moves through the tabs, the arrow keys must not also seek in the video.
    event.preventDefault();
    event.stopPropagation();

    const next = (tabs.indexOf(chosen) + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab) choose(tab);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={styles.tabs}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <TabButton
            key={tab.id}
            id={`${id}-${tab.id}`}
            tab={tab}
            panel={panel}
            chosen={tab === chosen}
            onChoose={() => choose(tab)}
          />
        ))}
      </div>
      <div
        role="tabpanel"
        id={panel}
        tabIndex={panelId ? -1 : undefined}
        aria-labelledby={`${id}-${chosen?.id}`}
        className={panelClass}
      >
        <Suspense fallback={<Skeleton lines={4} />}>{chosen?.content()}</Suspense>
      </div>
    </>
  );
}

interface TabButtonProps {
  readonly id: string;
  readonly tab: Tab;
  /** Id of the panel that the tab shows. */
  readonly panel: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function TabButton({ id, tab, panel, chosen, onChoose }: TabButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const row = button.current?.parentElement;
    if (!chosen || !row || !button.current) return;
    // Not `scrollIntoView`, which would also scroll the page down to the row.
    const outer = row.getBoundingClientRect();
    const inner = button.current.getBoundingClientRect();
    if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
    else if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
  }, [chosen]);

  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={id}
      aria-selected={chosen}
      aria-controls={panel}
      tabIndex={chosen ? 0 : -1}
      className={styles.tab}
      onClick={onChoose}
    >
      {tab.label} {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
    </button>
  );
}

/** The tab named in the address, or else the first tab; and a function that selects another tab. */
function useChosenTab(
  tabs: readonly Tab[],
  param: string,
): readonly [Tab | undefined, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = tabs.find((tab) => tab.id === search.get(param)) ?? tabs[0];
  const choose = (tab: Tab) =>
    setSearch(
      (previous) => {
        const params = new URLSearchParams(previous);
        if (tab === tabs[0]) params.delete(param);
        else params.set(param, tab.id);
        return params;
      },
      { replace: true },
    );

  return [chosen, choose];
}
