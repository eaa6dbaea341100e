/** Results of many megabytes: the thread that answers everybody neither parses nor writes them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { largestJson } from '../server/testing/largest-json.ts';
import { overHttp } from './assistants/assistant.ts';
import { longResults } from './assistants/results.ts';
import { type Owner, type Subject, startSubject } from './interface/subject.ts';

/** Far less than the results have, and more than the pieces in which search receives their passages. */
const fewCharacters = 1_000_000;

let subject: Subject;
let owner: Owner;
let jobId: string;
before(async () => {
  subject = await startSubject({ REELSIGHT_LOG_LEVEL: 'silent' });
  owner = await subject.owner('scale', 100_000);
  ({ job_id: jobId } = await owner.job({
    capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
    queries: ['Question 0?'],
    objects: ['bicycle'],
  }));
  const results = longResults(jobId);
  assert.ok(JSON.stringify(results).length > 3 * fewCharacters);
  await subject.worker.complete(jobId, results);
});
after(() => subject.close());

describe('A tool of assistants', () => {
  const calls = [
    ['job_overview', {}],
    ['transcript', { around_seconds: 600 }],
    ['brand_appearances', { name: 'Nike' }],
    ['object_appearances', { name: 'bicycle' }],
    ['query_answers', {}],
  ] as const;
  for (const [tool, more] of calls) {
    test(`${tool} shows its part, and the results are parsed elsewhere`, async () => {
      const assistant = await overHttp(subject.service.apiUrl, { 'X-Api-Key': owner.apiKey });
      const ask = () => assistant.ask(tool, { job_id: jobId, ...more });

      const { parsed, written } = await largestJson(ask);
      assert.ok(parsed < fewCharacters, `${parsed} characters were parsed`);
      assert.ok(written < fewCharacters, `${written} characters were written`);
      await assistant.close();
    });
  }
});
