/**
 * Completion in bash, zsh and fish. Each shell calls this program for its suggestions, so every command and option is
 * known.
 */
import { nearest } from '@reelsight/contract/nearest';
import type { Command } from 'commander';
import { capabilityNames } from './analyze-options.ts';
import { commandsOf } from './command.ts';
import { UsageError } from './exit-code.ts';
import { readProfiles } from './profiles.ts';
import type { Environment } from './session.ts';

const scripts = {
  bash: `_reelsight() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(reelsight __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "$cur"))
}
complete -o default -F _reelsight reelsight
`,
  zsh: `#compdef reelsight
_reelsight() {
  local -a found
  local line
  for line in "\${(@f)$(reelsight __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then _describe 'reelsight' found; else _files; fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _reelsight "$@"; else compdef _reelsight reelsight; fi
`,
  fish: `function __reelsight_complete
  set -l words (commandline -opc) (commandline -ct)
  reelsight __complete -- $words[2..-1] 2>/dev/null
end
complete -c reelsight -n 'test (count (__reelsight_complete)) -gt 0' -f -a '(__reelsight_complete)'
`,
} as const;

export const shells = Object.keys(scripts);

/** The completion script for a shell. Throws UsageError for an unknown shell. */
export function completionScript(shell: string): string {
  if (Object.hasOwn(scripts, shell)) return scripts[shell as keyof typeof scripts];
  const close = nearest(shell, shells);
  throw new UsageError(
    `${shell}: completion is available for ${shells.join(', ')}.${close ? ` Did you mean ${close}?` : ''}`,
  );
}

interface Candidate {
  readonly word: string;
  readonly about: string;
}

/**
 * Prints the possible completions of the last word, `word<TAB>about` per line; nothing where a file name is expected.
 */
export async function complete(
  root: Command,
  words: readonly string[],
  environment: Environment,
): Promise<number> {
  const last = words.at(-1) ?? '';
  const matches = await candidates(root, words.slice(0, -1), last, environment);
  for (const { word, about } of matches) {
    if (word.startsWith(last)) environment.stdout.write(`${word}\t${about}\n`);
  }
  return 0;
}

async function candidates(
  root: Command,
  words: readonly string[],
  last: string,
  environment: Environment,
): Promise<readonly Candidate[]> {
  const { command, option, used: argumentIndex } = walk(root, words);
  if (option) return valuesOf(option, environment);

  if (last.startsWith('-')) {
    const flags = command.options.map(({ long, description }) => ({
      word: long ?? '',
      about: description,
    }));
    return [...flags, { word: '--help', about: 'print help' }];
  }

  const below = commandsOf(command);
  if (below.length > 0)
    return below.map((subcommand) => ({
      word: subcommand.name(),
      about: subcommand.description(),
    }));

  return argumentsOf(command, argumentIndex, environment);
}

type Option = Command['options'][number];

/**
 * Follows the words to the command that they name, and to the option, if any, that expects the next word as its value.
 */
function walk(root: Command, words: readonly string[]) {
  let command = root;
  let option: Option | undefined;
  let argumentIndex = 0;

  for (const word of words) {
    if (option) option = undefined;
    else if (word.startsWith('-')) option = optionOf(command, word);
    else {
      const next = commandsOf(command).find((subcommand) => subcommand.name() === word);
      if (next) command = next;
      else argumentIndex += 1;
    }
  }

  return { command, option, used: argumentIndex };
}

function optionOf(command: Command, word: string): Option | undefined {
  const match = command.options.find(({ long, short }) => word === long || word === short);
  return match && (match.required || match.optional) ? match : undefined;
}

const plain = (words: readonly string[]): Candidate[] => words.map((word) => ({ word, about: '' }));

async function profileNames({ env }: Environment): Promise<Candidate[]> {
  const { profiles } = await readProfiles(env);
  return Object.entries(profiles).map(([word, { url: about }]) => ({ word, about }));
}

async function valuesOf(option: Option, environment: Environment): Promise<readonly Candidate[]> {
  if (option.argChoices) return plain(option.argChoices);
  if (option.long === '--capabilities') return plain(capabilityNames);
  return option.long === '--profile' ? profileNames(environment) : [];
}

async function argumentsOf(
  command: Command,
  argumentIndex: number,
  environment: Environment,
): Promise<readonly Candidate[]> {
  const choices = command.registeredArguments[argumentIndex]?.argChoices;
  if (choices) return plain(choices);
  if (argumentIndex > 0) return [];
  if (command.name() === 'completion') return plain(shells);
  const takesProfile = command.parent?.name() === 'profile' && command.name() !== 'add';
  return takesProfile && command.name() !== 'list' ? profileNames(environment) : [];
}
