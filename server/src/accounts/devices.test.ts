/** The cookie that marks a browser in which a user has signed in before: a made-up cookie is not accepted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDevices } from './devices.ts';

const start = Date.UTC(2026, 0, 1);
let nowMs = start;
const devices = openDevices('a secret', () => new Date(nowMs));
const userId = 'usr_0123456789abcdefghijklmnop';

/** The cookie as a browser would send it back. */
const sentBack = (line: string): string => line.split(';')[0] ?? '';
const cookie = sentBack(devices.cookieFor(userId, null));

describe('a device that is known', () => {
  test('is known by its cookie, among others, and stays the same', () => {
    const known = devices.known(`theme=dark; ${cookie}`);
    assert.equal(known?.userId, userId);
    const again = devices.known(sentBack(devices.cookieFor(userId, known)));
    assert.deepEqual(again, known);
  });

  test('is another one for another person', () => {
    const known = devices.known(cookie);
    const other = devices.known(sentBack(devices.cookieFor('usr_other', known)));
    assert.equal(other?.userId, 'usr_other');
    assert.notEqual(other?.id, known?.id);
  });

  test('is a stranger with a cookie of another secret, or one in which anything was changed', () => {
    const foreign = openDevices('another secret', () => new Date(nowMs));
    assert.equal(foreign.known(cookie), null);

    const [head = '', id = '', user = '', until = '', signature = ''] =
      cookie.split(/[=.](?!device)/);
    const written = (...fields: string[]) => `${head}=${fields.join('.')}`;
    assert.ok(devices.known(written(id, user, until, signature)));

    const changed = [
      written(
        id.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
        user,
        until,
        signature,
      ),
      written(id, 'usr_other', until, signature),
      written(id, user, String(Number(until) + 1), signature),
      written(
        id,
        user,
        until,
        signature.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      ),
      written(id, user, until, ''),
      written(id, user, until),
    ];
    for (const one of changed) assert.equal(devices.known(one), null, one);
  });

  test('is forgotten after half a year', () => {
    nowMs = start + 179 * 86_400_000;
    assert.ok(devices.known(cookie));
    nowMs = start + 181 * 86_400_000;
    assert.equal(devices.known(cookie), null);
    nowMs = start;
  });

  test('is none without a cookie', () => {
    for (const none of [null, '', 'theme=dark', 'reelsight.device='])
      assert.equal(devices.known(none), null);
  });
});
