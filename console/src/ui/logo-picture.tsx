/** A small picture of a logo, on white, because most logos are made for it. */
import styles from './small.module.css';

interface LogoPictureProps {
  readonly src: string;
  readonly alt: string;
  readonly onError?: () => void;
}

export function LogoPicture({ src, alt, onError }: LogoPictureProps) {
  return <img className={styles.logo} src={src} alt={alt} onError={onError} />;
}
