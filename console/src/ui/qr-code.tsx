/** Shows a text as a QR code. It is dark on light in every theme, because cameras need that. */
import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './small.module.css';

interface QrCodeProps {
  readonly text: string;
  /** Describes the code for users who can't see it. */
  readonly label: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size: edge } = encode(text, { ecc: 'M', border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])));
    return { size: edge, path: dark.join('') };
  }, [text]);
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
