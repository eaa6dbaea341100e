/** The tab for brands or objects: the table of all of them, or the appearances of the open one. */
import { percent } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { useJobAddress } from '../job-address.ts';
import { textsRead } from '../review/review-count.ts';
import { useBench } from '../workbench.ts';
import { AppearanceList } from './appearance-list.tsx';
import { AddMissedButton, WithBrandActions } from './brand-actions.tsx';
import { ThingTable } from './thing-table.tsx';
import type { Thing } from './things.ts';

export function ThingsPanel({ kind }: { readonly kind: Thing['kind'] }) {
  const { things } = useBench();
  const [getParam] = useJobAddress();
  const ours = things.filter((thing) => thing.kind === kind);
  const chosen = ours.find(({ id }) => id === getParam('thing'));
  if (chosen) {
    return (
      <WithBrandActions>
        <AppearanceList thing={chosen} />
      </WithBrandActions>
    );
  }

  return (
    <WithBrandActions>
      {ours.length === 0 ? (
        <>
          <NothingSeen kind={kind} />
          <AddMissedButton />
        </>
      ) : (
        <ThingTable kind={kind} things={ours} />
      )}
    </WithBrandActions>
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
  const { job, live, results, least: minConfidence } = useBench();
  const [, change] = useJobAddress();
  if (live) return <NothingYet />;

  if (minConfidence > 0) {
    return (
      <EmptyState title={`Nothing with a confidence of at least ${percent(minConfidence)}`}>
        <p>Lower it in the line above to see what is less sure.</p>
      </EmptyState>
    );
  }

  const targets = kind === 'brand' ? job.brands : job.objects;
  const targetNote = targets?.length ? ` You asked for ${targets.join(', ')}.` : '';

  const read = kind === 'brand' ? textsRead(results.meta.texts_read) : undefined;
  const possibleCount = (kind === 'brand' && results.possible_brands?.length) || 0;
  const title = kind === 'brand' ? 'No known brand was seen or heard' : 'No object was seen';

  return (
    <EmptyState
      title={read ? `${title}, ${read}` : title}
      action={
        possibleCount > 0 && (
          <Button onClick={() => change({ tab: 'review' })}>
            {possibleCount === 1 ? '1 text may be a brand' : `${possibleCount} texts may be brands`}
          </Button>
        )
      }
    >
      <p dir="auto">
        The whole video was looked through.{targetNote}{' '}
        {kind === 'brand'
          ? 'A name that is hard to read or to say is found more reliably when you name it: ask again with it.'
          : 'Ask again with another word for it, or with more frames a second for things that pass quickly.'}
      </p>
    </EmptyState>
  );
}
