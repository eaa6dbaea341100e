/** A proof frame with its box drawn over it. */
import type { BoundingBox } from '@reelsight/contract';
import styles from './shared.module.css';
import { sharedFrame } from './shared-job.ts';

interface ProofPictureProps {
  readonly token: string;
  readonly path: string;
  readonly box: BoundingBox | undefined;
  readonly alt: string;
}

export function ProofPicture({ token, path, box, alt }: ProofPictureProps) {
  const address = sharedFrame(token, path);
  return (
    <a className={styles.proof} href={address} target="_blank" rel="noreferrer">
      <img src={`${address}?width=640`} alt={alt} loading="lazy" />
      {box && (
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          <title>Box</title>
          <rect x={box.x} y={box.y} width={box.width} height={box.height} />
        </svg>
      )}
    </a>
  );
}
