/** The workflows for n8n in the documentation make only calls that exist, with bodies that the interface accepts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createJob } from '@reelsight/contract';

interface WorkflowNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly retryOnFail?: boolean;
  readonly credentials?: Readonly<Record<string, { id: string | null; name: string }>>;
}

interface Workflow {
  readonly nodes: readonly WorkflowNode[];
  readonly connections: Readonly<Record<string, { main: { node: string }[][] }>>;
}

const page = readFileSync(new URL('../docs/n8n.md', import.meta.url), 'utf8');
const workflows = [...page.matchAll(/```json\n([\s\S]*?)\n```/g)].map(
  ([, json = '']): Workflow => JSON.parse(json),
);
const [analysis, receiver] = workflows;
assert.ok(analysis);
assert.ok(receiver);

const openapi = JSON.parse(
  readFileSync(new URL('../docs/openapi.gen.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, unknown>> };

const nodeOf = (workflow: Workflow, name: string): WorkflowNode => {
  const node = workflow.nodes.find((candidate) => candidate.name === name);
  assert.ok(node, name);
  return node;
};

const requestsOf = (workflow: Workflow): WorkflowNode[] =>
  workflow.nodes.filter(({ type }) => type.endsWith('.httpRequest'));

/** Calls of a workflow, such as `get /v1/jobs/{id}`. */
const callsOf = (workflow: Workflow): string[] =>
  requestsOf(workflow).map(({ parameters }) => {
    const [, path = ''] = /(\/v1\/.*)$/.exec(String(parameters.url)) ?? [];
    const method = String(parameters.method ?? 'GET').toLowerCase();
    return `${method} ${path.replace(/\{\{[^}]*\}\}/g, '{id}')}`;
  });

describe('the workflows for n8n', () => {
  test('connect only nodes that they have, and each but the first is reached', () => {
    for (const workflow of workflows) {
      const reached = Object.entries(workflow.connections).flatMap(([name, { main }]) => {
        nodeOf(workflow, name);
        return main.flat().map(({ node }) => nodeOf(workflow, node).name);
      });
      const names = workflow.nodes.map(({ name }) => name);
      assert.deepEqual(new Set([names[0], ...reached]), new Set(names));
    }
  });

  test('make only calls that the interface has', () => {
    assert.deepEqual(callsOf(analysis), ['post /v1/jobs', 'get /v1/jobs/{id}']);
    assert.deepEqual(callsOf(receiver), ['get /v1/jobs/{id}']);

    for (const call of workflows.flatMap(callsOf)) {
      const [method = '', path = ''] = call.split(' ');
      const known = Object.entries(openapi.paths).find(
        ([candidate]) => candidate.replace(/\{[^}]*\}/g, '{id}') === path,
      );
      assert.ok(known?.[1][method], call);
    }
  });

  test('repeat requests that failed', () => {
    for (const request of workflows.flatMap(requestsOf))
      assert.equal(request.retryOnFail, true, request.name);
  });

  test('name credentials without an id, as n8n looks for the name only then', () => {
    const credentials = workflows
      .flatMap(({ nodes }) => nodes)
      .flatMap((node) => Object.values(node.credentials ?? {}));

    for (const { id, name } of credentials) {
      assert.equal(id, null);
      assert.ok(page.includes(`with the name \`${name}\``), name);
    }
  });
});

describe('the workflow that analyses a video', () => {
  test('sends a body that the interface accepts', () => {
    const { job } = JSON.parse(String(nodeOf(analysis, 'Video').parameters.jsonOutput));
    const { error } = createJob.safeParse(job);
    assert.equal(error, undefined);
  });

  test('sends a key of its own for each item of an execution', () => {
    const headers = JSON.stringify(nodeOf(analysis, 'Create the job').parameters.headerParameters);
    for (const part of ['$workflow.id', '$execution.id', '$itemIndex'])
      assert.ok(headers.includes(part), part);
  });

  test('knows the states of a job that is not over', () => {
    const condition = JSON.stringify(nodeOf(analysis, 'Has it ended?'));
    assert.match(condition, /\['pending', 'processing'\]/);
  });

  test('pauses before it asks again', () => {
    const [, notEnded] = analysis.connections['Has it ended?']?.main ?? [];
    assert.deepEqual(
      notEnded?.map(({ node }) => node),
      ['Pause'],
    );
  });
});

describe('the workflow that is called when jobs end', () => {
  test('compares the signature of the body as it was received', () => {
    const { options } = nodeOf(receiver, 'Event').parameters as { options: { rawBody: boolean } };
    assert.equal(options.rawBody, true);

    const condition = JSON.stringify(nodeOf(receiver, 'Is it signed?'));
    assert.ok(condition.includes("$json.headers['x-service-signature'] === $json.signature"));
  });

  test('gives the same item as the other workflow', () => {
    const outputOf = (workflow: Workflow): unknown => nodeOf(workflow, 'Brands').parameters;
    assert.deepEqual(outputOf(receiver), outputOf(analysis));
  });
});
