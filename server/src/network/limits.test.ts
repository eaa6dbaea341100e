import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressBlock, inNetworks } from './address-block.ts';
import { sharedLook } from './shared-look.ts';
import { TokenBuckets } from './token-buckets.ts';

test('addresses of one block', () => {
  for (const [address, block] of [
    ['192.0.2.1', '192.0.2.0/24'],
    ['192.0.2.255', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['not an address', 'not an address'],
  ] as const) {
    assert.equal(addressBlock(address), block);
  }
});

test('networks hold their addresses, in either form, and no others', () => {
  const isIn = inNetworks(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);
  for (const address of ['10.9.8.7', '::ffff:10.0.0.1', '192.0.2.7', '2001:db8:9::1', '::1'])
    assert.ok(isIn(address), address);
  for (const address of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '::2', '', 'x'])
    assert.ok(!isIn(address), address);
  assert.ok(!inNetworks([])('10.0.0.1'));
});

test('a bucket gives its burst, then its rate; each name has its own', async () => {
  const buckets = new TokenBuckets({ perMinute: 600, burst: 3 });
  const taken = () => [1, 2, 3, 4].map(() => buckets.take('a'));

  assert.deepEqual(taken(), [true, true, true, false]);
  assert.equal(buckets.has('a'), false);
  assert.ok(buckets.has('b') && buckets.take('b'));
  await sleep(110);
  assert.ok(buckets.has('a'));
  assert.ok(buckets.take('a') && !buckets.take('a'));
});

test('a shared look is taken once for all, kept for its time, and not kept if it failed', async () => {
  let looks = 0;
  let fails = false;
  const look = sharedLook(50, async () => {
    looks += 1;
    await sleep(20);
    if (fails) throw new Error('away');
    return looks;
  });

  assert.deepEqual(await Promise.all([look(), look(), look()]), [1, 1, 1]);
  assert.equal(await look(), 1);
  await sleep(60);
  assert.equal(await look(), 2);
  await sleep(60);
  fails = true;
  await assert.rejects(look());
  fails = false;
  assert.equal(await look(), 4);
});
