import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf } from '../http/faults.ts';
import { isAway } from './database.ts';

test('a database that is away is told from one that refuses', () => {
  const failed = (message: string, code?: string) => Object.assign(new Error(message), { code });
  const away = [
    failed('terminating connection', '57P01'),
    failed('connection failure', '08006'),
    failed('connect', 'ECONNREFUSED'),
    failed('Connection terminated unexpectedly'),
    failed('timeout expired'),
    failed('Client has encountered a connection error and is not queryable'),
  ];
  assert.deepEqual(
    away.map(isAway),
    away.map(() => true),
  );

  const others = [failed('duplicate key', '23505'), failed('no such file', 'ENOENT'), 'text', null];
  assert.deepEqual(
    others.map(isAway),
    others.map(() => false),
  );
});

test('a call that only met another one is answered as worth trying again', () => {
  const met = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  assert.equal(faultOf(met).code, 'SERVICE_UNAVAILABLE');
});
