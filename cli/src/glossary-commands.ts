/** The commands `glossary`. */
import type { Command } from 'commander';
import { connected, type Does, described, texts } from './command.ts';
import { addTerm, removeTerm, setGlossary, showGlossary } from './glossary.ts';

export function addGlossary(root: Command, toAction: Does): void {
  const glossary = root
    .command('glossary')
    .description('names and jargon that people say in the videos of a workspace');
  described(
    connected(glossary.command('show')),
    'show the terms, each with how it sounds, in the form that `glossary set` reads',
    'reelsight glossary show',
  ).action(toAction(showGlossary));

  described(
    connected(glossary.command('add <term>')),
    'add a term for later analyses, or say anew how it sounds',
    'reelsight glossary add Reelsight',
    "reelsight glossary add Kubernetes --sounds-like 'cooper netties'",
  )
    .option('--sounds-like <words>', 'ordinary words that sound like it (repeatable)', texts)
    .action(toAction(addTerm));

  described(
    connected(glossary.command('remove <term>')),
    'remove a term',
    'reelsight glossary remove Kubernetes',
  ).action(toAction(removeTerm));

  described(
    connected(glossary.command('set <file>')),
    'replace all terms by those of a text file: one a line, after ` = ` how it sounds',
    'reelsight glossary set terms.txt',
  ).action(toAction(setGlossary));
}
