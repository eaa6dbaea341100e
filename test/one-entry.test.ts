/**
 * A new export format or kind of event appears everywhere once it has an entry in its table. This test adds made-up
 * entries before anything that reads the tables is loaded. Each suite is a separate process, so no other suite sees
 * them.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EventKind, type EventKindEntry, eventKinds } from '@reelsight/contract/event-kinds';
import {
  type ExportFormat,
  exportFormatTable,
  type FormatEntry,
} from '@reelsight/contract/export-formats';
import type { Results } from '../sdk/src/index.ts';

const format = 'scenes.xml' as ExportFormat;
const formatEntry: FormatEntry = {
  extension: 'scenes.xml',
  contentType: 'application/xml; charset=utf-8',
  group: 'scenes',
  contains: 'scenes, one per element',
  opensIn: 'any reader of XML',
  needs: { capabilities: ['brands'], field: 'shots' },
  options: ['frame_rate', 'bom'],
  reads: 'findings',
  ofBatch: true,
  console: { label: 'Scenes (XML)', jobPlace: 45, selectionPlace: 45 },
};
Object.assign(exportFormatTable, { [format]: formatEntry });

const kind = 'batch.reviewed' as EventKind;
const kindEntry: EventKindEntry = {
  about: 'batch',
  way: 'webhook',
  text: 'Somebody reviewed a batch.',
  label: 'reviewed',
  fields: { reviewed_jobs: { type: 'number', text: 'Number of jobs that were looked at.' } },
  example: {
    event_id: 'evt_1',
    created_at: '2026-11-12T11:00:00.000Z',
    batch_id: 'batch_1',
    status: 'completed',
    reviewed_jobs: 2,
  },
};
Object.assign(eventKinds, { [kind]: kindEntry });

const contract = await import('@reelsight/contract');
const { generatedFiles } = await import('../scripts/generated-files.ts');

const generated = async (path: string): Promise<string> =>
  (await generatedFiles[path]?.()) ?? assert.fail(`${path} is not generated`);

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: unknown } }>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Record<string, unknown> }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}
const document = JSON.parse(
  JSON.stringify(contract.openapiDocument('http://localhost:8080')),
) as Document;
const { schemas } = document.components;

describe('a format', () => {
  test('is in the OpenAPI document, with the options that it uses', () => {
    assert.match(JSON.stringify(schemas.ExportFormat?.enum), /"scenes\.xml"/);
    assert.match(String(schemas.ExportFormat?.description), /; scenes `scenes\.xml`\.$/);

    for (const path of ['/v1/jobs/{id}/exports/{format}', '/v1/batch/{id}/exports/{format}'])
      assert.match(JSON.stringify(document.paths[path]?.get.parameters), /`scenes\.xml`/, path);

    const { parameters } = document.paths['/v1/jobs/{id}/exports/{format}']?.get ?? {};
    assert.match(JSON.stringify(parameters), /`label-studio` and `scenes\.xml`: frames a second/);
  });

  test('is accepted where formats are named', () => {
    const query = { job_ids: 'job_1', formats: `csv,${format}` };
    assert.deepEqual(contract.exportManyQuery.parse(query).formats, ['csv', format]);
    assert.ok(contract.batchExportFormats.includes(format as never));
  });

  test('is in the types of the clients', async () => {
    assert.match(await generated('sdk/src/schema.gen.ts'), /ExportFormat: .*"scenes\.xml";/);
    assert.match(await generated('sdk/src/export-formats.gen.ts'), /\| 'scenes\.xml'/);
    assert.match(await generated('python/src/reelsight/_types.py'), /^ExportFormat = .*scenes/m);
    assert.match(await generated('python/src/reelsight/_export_formats.py'), /"scenes\.xml"/);
  });

  test('is in the help of the command line and in the pages about both', async () => {
    const { describedProgram, workingCommands } = await import('../scripts/cli-page.ts');
    const helpOf = (path: string): string => {
      const [group, name] = path.split(' ');
      const command = workingCommands(describedProgram()).find(
        (candidate) => candidate.name() === name && candidate.parent?.name() === group,
      );
      return command?.helpInformation().replace(/\s+/g, ' ') ?? assert.fail(path);
    };

    for (const path of ['jobs export', 'jobs export-many', 'batch export'])
      assert.match(helpOf(path), /storyboard\.vtt, scenes\.xml|jsonl, scenes\.xml/, path);
    assert.match(helpOf('jobs export'), /label-studio, scenes\.xml: frames a second/);
    assert.match(await generated('docs/cli.md'), /storyboard\.vtt, scenes\.xml; required/);
    assert.match(
      await generated('docs/exports.md'),
      /^\| `scenes\.xml` \| `\.scenes\.xml` \| `application\/xml` \| scenes, one per element \| brands \| any reader of XML \|$/m,
    );
  });

  test('is offered by the console in its place', async () => {
    const choices = await import('../console/src/format/export-choices.ts');
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
    const video = { width: 1920, height: 1080, fps: 25 };
    const labelsOf = (results: object): string[] =>
      choices.jobExportChoices(results as Results).map(({ label }) => label);

    const labels = labelsOf({ transcription: {}, brands: [], shots: [], meta: { ...meta, video } });
    assert.equal(labels[labels.indexOf('Shots (CSV)') + 1], 'Scenes (XML)');
    assert.equal(labels[labels.indexOf('Scenes (XML)') + 1], 'Subtitles (SRT)');
    assert.ok(!labelsOf({ brands: [], meta: { ...meta, video } }).includes('Scenes (XML)'));

    const selection = choices.selectionExportChoices().map(({ label }) => label);
    assert.equal(selection.indexOf('Scenes (XML)'), selection.indexOf('Shots (CSV)') + 1);
  });

  test('is made by its writer, or refused with what is missing', async () => {
    const { checkAsked, writers } = await import('../server/src/exports/formats.ts');
    const { exported, exportedJob } = await import('../server/testing/exported.ts');
    Object.assign(writers, { [format]: { head: () => '<scenes>', write: () => ['</scenes>'] } });

    assert.throws(() => checkAsked(format, ['objects']), /needs brands, but the job did not ask/);
    assert.doesNotThrow(() => checkAsked(format, ['brands']));
    assert.throws(
      () => exported(format, exportedJob({ results: { brands: [] } })),
      /needs shots, which these/,
    );
    assert.equal(
      exported(format, exportedJob({ results: { brands: [], shots: [] } })),
      '<scenes></scenes>',
    );
  });
});

describe('a kind of event', () => {
  test('is in the OpenAPI document, with its fields and example', () => {
    const { post } = document.webhooks[kind] ?? assert.fail(`${kind} is not there`);
    assert.equal(post.operationId, 'onBatchReviewed');
    assert.equal(post.description, kindEntry.text);
    assert.match(JSON.stringify(post.requestBody), /"reviewed_jobs":2/);

    assert.match(JSON.stringify(schemas.BatchReviewedEvent), /Number of jobs that were looked at/);
    for (const union of ['Event', 'WebhookEvent'])
      assert.match(JSON.stringify(schemas[union]), /schemas\/BatchReviewedEvent/, union);
    assert.match(contract.overviewText(), /`batch\.reviewed`/);
    assert.match(
      JSON.stringify(document.paths['/v1/webhooks/deliveries']?.get.parameters),
      /"batch\.reviewed"/,
    );
  });

  test('has a schema, which its example fits', () => {
    const example = contract.exampleEvent(kind);
    assert.deepEqual(contract.event.parse(example), example);
    assert.deepEqual(contract.webhookEvent.parse(example), example);
    assert.equal(contract.event.safeParse({ ...example, reviewed_jobs: 'two' }).success, false);
  });

  test('is in the types of the clients', async () => {
    const types = await generated('sdk/src/schema.gen.ts');
    assert.match(types, /event: "batch\.reviewed";/);
    assert.match(types, /^export type BatchReviewedEvent = /m);
    assert.match(await generated('python/src/reelsight/_types.py'), /"batch\.reviewed"/);
  });

  test('is counted by the metrics, and in the pages about both', async () => {
    const { metricFamilies } = await import('../server/src/wiring/operations/metric-families.ts');
    assert.ok(metricFamilies.reelsight_events_total.labels.event.includes(kind as never));
    assert.match(await generated('docs/operating.md'), /`event`: .*batch\.reviewed/);
    assert.match(await generated('docs/waiting.md'), /^\| of a batch \| .*`batch\.reviewed` \|$/m);
    assert.match(await generated('docs/interface.md'), /`batch\.reviewed`/);
  });

  test('is forwarded by the command line', async () => {
    const { checkListenOptions } = await import('../cli/src/webhook-listen.ts');
    const options = { forwardTo: 'http://localhost:3000' };
    assert.doesNotThrow(() => checkListenOptions({ ...options, events: [kind] }));
    assert.throws(
      () => checkListenOptions({ ...options, events: ['batch.reviewd'] }),
      /Did you mean batch\.reviewed\? There are .*batch\.reviewed/,
    );
  });

  test('is named by the console', async () => {
    const { webhookOutcomes } = await import('../console/src/format/event-words.ts');
    assert.equal(webhookOutcomes(), 'completed, failed, cancelled, held, paused or reviewed');
  });
});
