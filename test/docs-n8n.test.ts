/** The workflow for n8n in the documentation makes only calls that exist, with bodies that the interface accepts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createJob } from '@reelsight/contract';

interface WorkflowNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly nodes: readonly WorkflowNode[];
  readonly connections: Readonly<Record<string, { main: { node: string }[][] }>>;
}

const page = readFileSync(new URL('../docs/n8n.md', import.meta.url), 'utf8');
const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(page) ?? [];
const workflow: Workflow = JSON.parse(json);
const openapi = JSON.parse(
  readFileSync(new URL('../docs/openapi.gen.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, unknown>> };

const nodeOf = (name: string): WorkflowNode => {
  const node = workflow.nodes.find((candidate) => candidate.name === name);
  assert.ok(node, name);
  return node;
};

describe('the workflow for n8n', () => {
  test('connects only nodes that it has, and each but the first is reached', () => {
    const reached = Object.entries(workflow.connections).flatMap(([name, { main }]) => {
      nodeOf(name);
      return main.flat().map(({ node }) => nodeOf(node).name);
    });
    const names = workflow.nodes.map(({ name }) => name);
    assert.deepEqual(new Set(['Start', ...reached]), new Set(names));
  });

  test('makes only calls that the interface has', () => {
    const requests = workflow.nodes.filter(({ type }) => type.endsWith('.httpRequest'));
    const calls = requests.map(({ parameters }) => {
      const [, path = ''] = /(\/v1\/.*)$/.exec(String(parameters.url)) ?? [];
      const method = String(parameters.method ?? 'GET').toLowerCase();
      return `${method} ${path.replace(/\{\{[^}]*\}\}/g, '{id}')}`;
    });
    assert.deepEqual(calls, ['post /v1/jobs', 'get /v1/jobs/{id}']);
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const known = Object.entries(openapi.paths).find(
        ([candidate]) => candidate.replace(/\{[^}]*\}/g, '{id}') === path,
      );
      assert.ok(known?.[1][method], call);
    }
  });

  test('sends a body that the interface accepts', () => {
    const { job } = JSON.parse(String(nodeOf('Video').parameters.jsonOutput));
    const { error } = createJob.safeParse(job);
    assert.equal(error, undefined);
  });

  test('knows the states of a job that is not over', () => {
    assert.match(JSON.stringify(nodeOf('Has it ended?')), /\['pending', 'processing'\]/);
  });
});
