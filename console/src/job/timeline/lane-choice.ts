/** Chooses the lanes that the time axis shows, and their order. */
import { useMemo } from 'react';
import { useRemembered } from '../../format/remembered.ts';
import { useJobAddress } from '../job-address.ts';
import { partsOf } from '../transcript/text-search.ts';
import { useBench } from '../workbench.ts';
import type { Lane } from './lanes.ts';

export const laneOrders = {
  presence: 'Longest seen first',
  first: 'First seen first',
  name: 'By name',
} as const;
export type LaneOrder = keyof typeof laneOrders;

export interface LaneChoice {
  /** All existing lanes, whether shown or not. */
  readonly all: readonly Lane[];
  readonly shown: readonly Lane[];
  readonly order: LaneOrder;
  readonly setOrder: (order: LaneOrder) => void;
  readonly hidden: readonly string[];
  readonly setHidden: (ids: readonly string[]) => void;
}

export function useLanes(): LaneChoice {
  const { lanes } = useBench();
  const hits = useHits();
  const [order, setOrder] = useRemembered<LaneOrder>('lanes:order', 'presence');
  const [hidden, setHidden] = useRemembered<readonly string[]>('lanes:hidden', []);

  return useMemo(() => {
    const orderedLanes = ordered(lanes, order);
    const visibleLanes = orderedLanes.filter(({ id }) => !hidden.includes(id));
    return {
      all: orderedLanes,
      shown: hits ? [hits, ...visibleLanes] : visibleLanes,
      order,
      setOrder,
      hidden,
      setHidden,
    };
  }, [lanes, hits, order, setOrder, hidden, setHidden]);
}

/** Sorts the lanes of brands and of objects, each among themselves; lanes for sound and cuts stay on top. */
export function ordered(lanes: readonly Lane[], order: LaneOrder): readonly Lane[] {
  if (order === 'presence') return lanes;

  const first = ({ spans, marks }: Lane) =>
    Math.min(spans[0]?.start ?? Number.POSITIVE_INFINITY, marks[0] ?? Number.POSITIVE_INFINITY);
  const compare = (a: Lane, b: Lane) =>
    order === 'name' ? a.name.localeCompare(b.name) : first(a) - first(b);
  const of = (kind: Lane['kind']) => lanes.filter((lane) => lane.kind === kind).sort(compare);
  const fixedLanes = lanes.filter(({ kind }) => kind !== 'brand' && kind !== 'object');

  return [
    ...fixedLanes.filter(({ kind }) => kind !== 'waiting'),
    ...of('brand'),
    ...of('object'),
    ...fixedLanes.filter(({ kind }) => kind === 'waiting'),
  ];
}

/** A lane that marks the passages matching the transcript search; undefined without a search. */
function useHits(): Lane | undefined {
  const { results } = useBench();
  const [getParam] = useJobAddress();
  const searchText = getParam('search')?.trim() ?? '';
  const segments = results.transcription?.segments;

  return useMemo(() => {
    if (searchText === '' || !segments) return undefined;
    const marks = segments
      .filter(({ text }) => partsOf(text, searchText).length > 1)
      .map(({ start }) => start);
    const name = `“${searchText}”`;
    return { id: 'search', kind: 'search', name, colour: 'var(--accent)', spans: [], marks };
  }, [searchText, segments]);
}
