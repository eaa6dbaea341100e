/** Content that opens in place, such as the API call behind a page. */
import type { ReactNode } from 'react';
import { usePlace } from '../api/session.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './small.module.css';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
}

export function Disclosure({ summary, children, open }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={open}>
      <summary>{summary}</summary>
      <div className={styles.disclosed}>{children}</div>
    </details>
  );
}

interface ApiCallProps {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path of the public API, for example `/v1/jobs?limit=20`. Paths of the operator's API begin with `/admin`. */
  readonly path: string;
  readonly body?: unknown;
  /** Whether the call is shown from the start, for pages that explain the API. */
  readonly open?: boolean;
}

/** Shows the API call behind the page as a curl command that the user can run elsewhere. */
export function ApiCall({ method, path, body, open = false }: ApiCallProps) {
  const { session } = usePlace();
  const line = curlLine(session.api_url ?? location.origin, { method, path, body });
  return (
    <Disclosure summary="API call" open={open}>
      <div className={styles.curl}>
        <pre>{line}</pre>
        <CopyButton text={line} what="curl line" labelled />
      </div>
    </Disclosure>
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlLine(url: string, { method, path, body }: ApiCallProps): string {
  const admin = path.startsWith('/admin');
  const key = admin
    ? '"Authorization: Bearer $REELSIGHT_ADMIN_TOKEN"'
    : '"X-Api-Key: $REELSIGHT_API_KEY"';
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url.replace(/\/$/, '') + path)}`,
    `-H ${key}`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];

  return lines.join(' \\\n  ');
}
