/** Shows one large proof frame with its box, its confidence, and the verdict of the second check. */
import { useState } from 'react';
import { framePath, logoReferencePath } from '../../api/client.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { percent } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { LogoPicture } from '../../ui/logo-picture.tsx';
import { useJobAddress } from '../job-address.ts';
import { useProofs } from '../things/open-thing.ts';
import type { Proof, Verdict } from '../things/things.ts';
import { useBench } from '../workbench.ts';
import { BoxOverlay } from './box-overlay.tsx';
import { useClock } from './play-clock.ts';
import styles from './stage.module.css';
import { ratioStyle } from './video-player.tsx';

const verdicts: Readonly<Record<Verdict, string>> = {
  confirmed: '✓ Confirmed by a second check.',
  doubted: '✕ Not confirmed by the second check.',
  skipped: '– No second check was made.',
};

interface ProofViewProps {
  readonly proof: Proof;
  readonly boxesOn: boolean;
  readonly onClose: () => void;
}

export function ProofView({ proof, boxesOn, onClose }: ProofViewProps) {
  const workspace = useWorkspaceId();
  const { lanes, hasFrames } = useBench();
  const proofs = useProofs();
  const [, change] = useJobAddress();
  const clock = useClock();
  const [ratio, setRatio] = useState<number>();
  const { thing, appearance } = proof;
  const { frame = '', box, outline, confidence = 0 } = appearance;
  const place = proofs.findIndex(({ id }) => id === proof.id);
  const open = (target: Proof | undefined) => {
    if (!target) return;
    clock.seek(target.appearance.second);
    change({ frame: target.id });
  };
  const colour = lanes.find(({ id }) => id === thing.id)?.colour ?? 'var(--lane-grey)';
  const base = {
    id: thing.id,
    name: thing.name,
    colour,
    confidence,
    thing: thing.kind === 'object',
  };

  return (
    <figure className={styles.proof}>
      <div className={styles.picture} style={ratioStyle(ratio)}>
        <img
          className={styles.still}
          src={framePath(workspace, frame)}
          alt={`Proof frame: ${appearance.context}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(naturalWidth / naturalHeight)
          }
        />
        {boxesOn && box && <BoxOverlay boxes={[{ ...base, box, ...(outline && { outline }) }]} />}
      </div>
      <figcaption className={styles.caption}>
        <div>
          <strong dir="auto">{thing.name}</strong> at {timeText(appearance.second)}, confidence{' '}
          {percent(confidence)}
          {appearance.surface && `, on ${appearance.surface}`}
        </div>
        <div>{hasFrames && verdicts[appearance.verdict]}</div>
        {appearance.isLogo && <ComparedWith brand={thing.name} />}
        <div className={styles.stops}>
          <Button small disabled={place <= 0} onClick={() => open(proofs[place - 1])}>
            ‹ Proof
          </Button>
          <span>
            {place + 1} of {proofs.length}
          </span>
          <Button
            small
            disabled={place === proofs.length - 1}
            onClick={() => open(proofs[place + 1])}
          >
            Proof ›
          </Button>
          <Button small weight="quiet" onClick={onClose} aria-keyshortcuts="Escape">
            Back to the video
          </Button>
        </div>
      </figcaption>
    </figure>
  );
}

/** The picture that the logo was compared with, as it is now: it may have been replaced or deleted since. */
function ComparedWith({ brand }: { readonly brand: string }) {
  const workspace = useWorkspaceId();
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;

  return (
    <div className={styles.comparedWith}>
      Found by its shape, compared with
      <LogoPicture
        src={logoReferencePath(workspace, brand)}
        alt={`Logo of ${brand}`}
        onError={() => setMissing(true)}
      />
    </div>
  );
}
