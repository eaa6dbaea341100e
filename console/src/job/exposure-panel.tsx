/** Shows exposure on the page of a job. */
import { ExposureView } from '../exposure/exposure-view.tsx';
import { useJobAddress } from './job-address.ts';
import styles from './panels.module.css';
import { useBench } from './workbench.ts';

export function ExposurePanel() {
  const { brandsJob, least: minConfidence, things } = useBench();
  const [, change] = useJobAddress();
  const open = (name: string) => {
    const thing = things.find((candidate) => candidate.kind === 'brand' && candidate.name === name);
    if (thing) change({ tab: 'brands', thing: thing.id });
  };

  return (
    <section className={styles.whole} aria-label="Exposure">
      <ExposureView ids={[brandsJob]} least={minConfidence} onPick={open} shares />
    </section>
  );
}
