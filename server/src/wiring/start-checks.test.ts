/** What a start makes of a storage that refuses it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkStorage } from './start-checks.ts';

const url = 's3://media?endpoint=https://s3.example';
const answered = (httpStatusCode: number, name: string) =>
  Object.assign(new Error('x'), { name, $metadata: { httpStatusCode } });

/** Each check ends with the next of them; null: well. */
function storageOf(...ends: readonly (Error | null)[]) {
  let checks = 0;
  return {
    get checks() {
      return checks;
    },
    check: async (): Promise<void> => {
      const end = ends[checks];
      checks += 1;
      if (end) throw end;
    },
  };
}

test('a storage that refuses once, as when the clock is set in between, is tried again', async () => {
  const once = storageOf(answered(403, 'Unknown'), null);
  await checkStorage(once, url);
  assert.equal(once.checks, 2);
  const away = storageOf(answered(403, 'Unknown'), answered(503, 'SlowDown'));
  await assert.rejects(checkStorage(away, url), { exitCode: 3, message: /does not answer/ });
});

test('a storage that refuses again wants other settings; what is away is not asked twice', async () => {
  const refusal = answered(403, 'AccessDenied');
  const always = storageOf(refusal, refusal);
  await assert.rejects(checkStorage(always, url), { exitCode: 2, message: /refuses access/ });
  const away = storageOf(answered(503, 'SlowDown'), null);
  await assert.rejects(checkStorage(away, url), { exitCode: 3 });
  assert.equal(away.checks, 1);
});
