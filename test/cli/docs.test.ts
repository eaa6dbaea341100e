/** Checks docs/cli.md against the program: the page has every command and option, and nothing more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedProgram, ownOptions, pathOf, workingCommands } from '../../scripts/cli-page.ts';
import { sections } from './docs-page.ts';

test('every command and option is on the page, and nothing more', () => {
  const commands = workingCommands(describedProgram());
  assert.deepEqual(
    sections.map(({ path, options }) => ({ path, options: options.toSorted() })),
    commands.map((command) => ({
      path: pathOf(command),
      options: ownOptions(command)
        .map(({ flags }) => flags)
        .toSorted(),
    })),
  );

  for (const { path, examples } of sections)
    assert.ok(examples.length > 0, `${path} has no example`);
});
