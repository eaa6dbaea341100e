/** Offers the new name of a brand to the brand library; loaded only where a brand was given one. */
import { identityOf } from '@reelsight/contract/name-identity';
import { useWorkspaceId } from '../../api/session.ts';
import { useLibrary } from '../../pages/brands/brand-calls.ts';
import { RecountLine } from '../../pages/brands/recount-line.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/notice.tsx';
import styles from './correct.module.css';
import { type NewName, useTeach } from './correct-calls.ts';

interface LearnedNameProps {
  readonly jobId: string;
  readonly correction: NewName;
}

/**
 * Offers the new name of a brand to later analyses right after it was corrected here, and then to earlier videos. Trends
 * and scheduled reports count the old name as the new one once the library knows it.
 */
export function LearnedName({ jobId, correction }: LearnedNameProps) {
  const { data: library } = useLibrary(useWorkspaceId());
  const teach = useTeach(jobId);
  if (!library) return null;

  const isSame = (name: string, correctedName: string | undefined): boolean =>
    identityOf(name) === identityOf(correctedName ?? '');
  const learnedBrand = library.find(
    ({ name, aliases }) =>
      isSame(name, correction.new_name) && aliases.some((alias) => isSame(alias, correction.name)),
  )?.brand_id;
  return (
    <>
      {learnedBrand === undefined && (
        <div className={styles.line}>
          <span className={styles.soft} dir="auto">
            Only in this video so far.
          </span>
          <Button
            small
            busy={teach.isPending && 'Saving …'}
            onClick={() => teach.mutate(correction)}
          >
            Use “{correction.new_name}” in all videos
          </Button>
        </div>
      )}
      {learnedBrand !== undefined && (
        <>
          <p className={styles.soft} dir="auto">
            “{correction.name}” counts as “{correction.new_name}” in later analyses, and over time
            also in earlier videos.
          </p>
          <RecountLine key={learnedBrand} brandId={learnedBrand} named />
        </>
      )}
      {teach.error && <Failure error={teach.error} what="The library did not learn the name." />}
    </>
  );
}
