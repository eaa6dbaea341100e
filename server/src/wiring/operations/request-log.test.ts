/** A few refused requests are logged with one line each; of very many, only a few are. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { type Level, pino } from 'pino';
import type { AnsweredRequest } from '../../http/answered.ts';
import { RequestLog } from './request-log.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

function openLog(limits: ConstructorParameters<typeof RequestLog>[1] = {}, level: Level = 'debug') {
  const lines: Line[] = [];
  const stream = new Writable({
    write: (text, _encoding, done) => {
      lines.push(JSON.parse(String(text)));
      done();
    },
  });
  return { lines, requests: new RequestLog(pino({ level, base: null }, stream), limits) };
}

let count = 0;
const answer = (change: Partial<AnsweredRequest> = {}): AnsweredRequest => {
  count += 1;
  const requestId = `req_${count}`;
  return { requestId, method: 'GET', route: '/v1/jobs', status: 200, ms: 1.4, ...change };
};
const refusal = (change: Partial<AnsweredRequest> = {}) =>
  answer({ status: 404, code: 'JOB_NOT_FOUND', workspaceId: 'ws_1', keyId: 'key_1', ...change });

describe('A request', () => {
  test('that is refused leaves one line at info that says who asked for what', () => {
    const { lines, requests } = openLog();
    const one = refusal();
    requests.answered(one);
    requests.close();
    assert.equal(lines.length, 1);

    const { time: _time, ...line } = lines[0] as Line;
    assert.deepEqual(line, {
      level: 30,
      msg: 'refused',
      request_id: one.requestId,
      method: 'GET',
      route: '/v1/jobs',
      status: 404,
      code: 'JOB_NOT_FOUND',
      workspace_id: 'ws_1',
      key_id: 'key_1',
    });
  });

  test('that fails by our fault leaves one at error with the cause', () => {
    const { lines, requests } = openLog();
    const fault = new Fault('INTERNAL_ERROR', 'what went wrong', { cause: new Error('inside') });
    requests.answered(answer({ status: 500, code: fault.code, fault }));
    requests.close();
    assert.equal(lines.length, 1);
    const { level, detail, err } = lines[0] as Line & { err: { message: string } };
    assert.deepEqual([level, detail, err.message], [50, 'what went wrong', 'inside']);
  });

  test('that succeeds leaves one at debug alone', () => {
    const { lines, requests } = openLog();
    requests.answered(answer());
    assert.deepEqual([lines[0]?.level, lines[0]?.msg], [20, 'answered']);
    requests.close();
  });
});

describe('A storm', () => {
  test('of the same refusal is counted', () => {
    const { lines, requests } = openLog({ sameInWindow: 3 });
    for (let index = 0; index < 1000; index += 1) requests.answered(refusal());
    requests.answered(refusal({ workspaceId: 'ws_2' }));
    requests.close();
    assert.equal(lines.length, 5);

    assert.deepEqual(
      lines.map(({ workspace_id, repeated }) => [workspace_id, repeated]),
      [...Array(3).fill(['ws_1', undefined]), ['ws_2', undefined], ['ws_1', 997]],
    );
  });

  test('of ever different ones is counted too, and hides no fault of ours', () => {
    const { lines, requests } = openLog({ allInWindow: 10 });
    for (let index = 0; index < 5000; index += 1)
      requests.answered(refusal({ route: `/${index}` }));
    requests.answered(answer({ status: 500, code: 'INTERNAL_ERROR' }));
    requests.close();

    const refused = lines.filter(({ msg }) => msg === 'refused');
    assert.equal(refused.length, 10);
    assert.equal(lines.at(-1)?.repeated, 4990);
    assert.equal(lines.filter(({ msg }) => msg === 'failed').length, 1);
  });

  test('ends with its window', async () => {
    const { lines, requests } = openLog({ sameInWindow: 1, windowMs: 20 });
    requests.answered(refusal());
    requests.answered(refusal());
    await new Promise((resolve) => setTimeout(resolve, 60));
    requests.answered(refusal());
    requests.close();

    assert.deepEqual(
      lines.map(({ repeated }) => repeated),
      [undefined, 1, undefined],
    );
  });
});
