/**
 * interface.md "Errors", "Requests and answers": whatever is sent, the OpenAPI document describes the answer. There is
 * never an internal error, nonsense is never accepted, a refused call changes nothing, and no data of another workspace
 * are shown.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Fuzzer, fuzzSettings } from './fuzz.ts';
import { type Subject, startSubject } from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject(fuzzSettings);
});
after(() => subject.close());

describe('Calls made wrong', () => {
  test('every answer is one the OpenAPI document describes, and nonsense is refused', async () => {
    const fuzzer = await Fuzzer.start(subject, 20_261_121);
    const statuses = new Map<number, number>();
    for (let count = 0; count < 1500; count += 1) {
      const status = await fuzzer.call().catch((error: Error) => {
        throw new Error(`${error.message}\nafter ${fuzzer.last}`, { cause: error });
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }

    for (const status of [200, 202, 401, 404, 413, 422])
      assert.ok(statuses.has(status), `some answers are ${status}`);
  });
});
