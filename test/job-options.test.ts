/**
 * A new option of a job only needs its row in the table. Bodies, requests to engines, views, flags, tools and the form
 * then include it automatically.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chosenValues, madeUpOptions } from './job-options/made-up.ts';

const names = Object.keys(madeUpOptions);

const outputOf = (program: string) =>
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL(`job-options/${program}`, import.meta.url))],
    {
      encoding: 'utf8',
    },
  );

const report = JSON.parse(outputOf('rooms-report.ts'));

const madeUpIn = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('made_up')));

test('the four bodies take it, and refuse what is beyond its limits', () => {
  for (const body of Object.values<Record<string, unknown>>(report.bodies))
    assert.deepEqual(madeUpIn(body), chosenValues);
  assert.deepEqual(report.accepted, []);
});

test('the ask has it, or its default', () => {
  assert.deepEqual(madeUpIn(report.ask), chosenValues);
  assert.deepEqual(madeUpIn(report.defaults), {
    made_up_texts: [],
    made_up_slugs: [],
    made_up_text: null,
    made_up_number: null,
    made_up_range: null,
    made_up_choice: 'slow',
    made_up_switch: false,
  });
});

test('a preset gives it, unless the job says otherwise or has no use for it', () => {
  for (const name of names) assert.ok(report.presetView.includes(name), name);
  assert.deepEqual(madeUpIn(report.byPreset), chosenValues);

  const { made_up_texts: _unused, ...used } = chosenValues;
  assert.deepEqual(madeUpIn(report.beside), { ...used, made_up_choice: 'slow' });
  assert.deepEqual(report.implied.made_up_texts, ['Cake']);
});

test('a job shows it, and the rule of a Follow', () => {
  for (const name of names) {
    assert.ok(report.jobViewFields.includes(name), name);
    assert.ok(report.ruleFields.includes(name), name);
  }
  assert.deepEqual(madeUpIn(report.viewed), chosenValues);
});

test('the command line names it in its help, and sends it', () => {
  assert.equal(report.commandLine.length, 3);
  for (const { help, request } of report.commandLine) {
    for (const { flag } of Object.values(madeUpOptions)) {
      assert.ok(help.includes(`--${flag.name}`), flag.name);
      assert.ok(help.includes(flag.help), flag.help);
    }

    assert.deepEqual(madeUpIn(request), chosenValues);
  }
});

test('assistants may give it', () => {
  for (const [tool, accepted] of Object.entries(report.toolInputs))
    assert.deepEqual(accepted, names, tool);
});

test('the form sends it, and takes it back from presets, jobs and Follows', () => {
  const { untouched, useless, ...requests } = report.form;
  for (const [kind, request] of Object.entries<Record<string, unknown>>(requests))
    assert.deepEqual(madeUpIn(request), chosenValues, kind);

  assert.deepEqual(madeUpIn(untouched), {});
  const { made_up_texts: _things, made_up_text: _words, ...useful } = chosenValues;
  assert.deepEqual(madeUpIn(useless), useful);
});

test('the form has a field of its kind', () => {
  const page = outputOf('rendered-form.ts');
  const after = (label: string) => page.slice(page.indexOf(`>${label}</label>`)).slice(0, 250);

  for (const { form } of Object.values(madeUpOptions)) assert.ok(page.includes(form.label));
  assert.match(after('Made-up texts'), /<input/);
  assert.match(after('Made-up slugs'), /<datalist.*<option value="left"/);
  assert.match(after('Made-up text'), /inputMode="text"/);
  assert.match(after('Made-up number'), /inputMode="numeric"/);
  assert.match(after('Made-up range'), /inputMode="text"/);
  assert.match(after('Made-up choice'), /<option value="fast">Quickly/);
  assert.match(page, /<input type="checkbox"[^>]*\/><span>Made-up switch/);
});
