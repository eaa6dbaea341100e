/** The commands `brands`. */
import type { Command } from 'commander';
import { addBrand, listBrands, recountBrand } from './brands.ts';
import { connected, type Does, described, texts } from './command.ts';

export function addBrands(root: Command, toAction: Does): void {
  const brands = root.command('brands').description('the brand library of a workspace');
  described(
    connected(brands.command('list')),
    'list the brands of the library',
    'reelsight brands list',
  ).action(toAction(listBrands));

  described(
    connected(brands.command('add <name>')),
    'add a brand to the library, for later analyses',
    "reelsight brands add Apex --alias 'Apex Sports'",
  )
    .option('--alias <name>', 'another name of it (repeatable)', texts)
    .action(toAction(addBrand));

  described(
    connected(brands.command('recount <brand>')),
    'count a brand of the library, by its id or name, in the texts of earlier videos, free of charge',
    'reelsight brands recount Apex',
    'reelsight brands recount Apex --undo',
  )
    .option('--undo', 'take back what recounts of the brand added')
    .action(toAction(recountBrand));
}
