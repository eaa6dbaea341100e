/** Stands above every page of a test workspace, so that nobody takes its results for real. */
import { Notice } from '../ui/notice.tsx';

export function TestNotice() {
  return (
    <Notice kind="warning" title="Test workspace">
      Its analyses end at once with fixed results, and no video is looked at.{' '}
      <a href="/docs/test-mode">How it works</a>
    </Notice>
  );
}
