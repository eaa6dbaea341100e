/** Code or a command to copy. */

import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly text: string;
  /** Name of the copied text, for the button's label: `curl line`. */
  readonly what: string;
}

export function CodeBlock({ text, what: noun }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} what={noun} labelled />
    </div>
  );
}
