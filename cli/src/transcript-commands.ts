/** The commands `transcript` and `speakers`. */
import { Argument, type Command } from 'commander';
import { connected, type Does, described, paged, positiveNumber, wholeNumber } from './command.ts';
import {
  editLine,
  listEdits,
  listSpeakers,
  mergeSpeakers,
  nameSpeaker,
  resetSpeaker,
  showTranscript,
  undoLine,
} from './transcripts.ts';

const lineArgument = () =>
  new Argument('<line>', 'number of the line, as `reelsight transcript show` prints it').argParser(
    wholeNumber,
  );
const speakerArgument = (name: string) =>
  new Argument(name, 'number of the speaker').argParser(positiveNumber);

export function addTranscripts(root: Command, toAction: Does): void {
  const group = root
    .command('transcript')
    .description('the transcript of a job, and what people mend in it');
  described(
    connected(group.command('show <job>')),
    'print the transcript as corrected, with the number of each line',
    'reelsight transcript show $JOB',
  ).action(toAction(showTranscript));
  described(
    connected(
      group
        .command('edit <job>')
        .addArgument(lineArgument())
        .argument('[text]', "what is really said; '' leaves the line out; absent: as before"),
    ),
    'correct a line: its words, who speaks, or both',
    "reelsight transcript edit $JOB 0 'We ride for Santini this year.'",
    'reelsight transcript edit $JOB 0 --speaker 2',
  )
    .option('--speaker <number>', 'who says it; absent: as before', positiveNumber)
    .option(
      '--revision <number>',
      'refuse the change if another revision stands; absent: replace what stands',
      wholeNumber,
    )
    .action(toAction(editLine));
  described(
    connected(group.command('undo <job>').addArgument(lineArgument())),
    'undo the last change of a line',
    'reelsight transcript undo $JOB 0',
  ).action(toAction(undoLine));
  described(
    paged(group.command('edits <job>')),
    'list the changes of the transcript, newest first',
    'reelsight transcript edits $JOB',
  ).action(toAction(listEdits));

  addSpeakers(root, toAction);
}

function addSpeakers(root: Command, toAction: Does): void {
  const group = root.command('speakers').description('who speaks in a job');
  described(
    connected(group.command('list <job>')),
    'list who speaks, with how many lines, and whom people named or merged',
    'reelsight speakers list $JOB',
  ).action(toAction(listSpeakers));
  described(
    connected(
      group.command('name <job>').addArgument(speakerArgument('<speaker>')).argument('<name>'),
    ),
    'say how a speaker is called',
    "reelsight speakers name $JOB 1 'Ada Lovelace'",
  ).action(toAction(nameSpeaker));
  described(
    connected(
      group
        .command('merge <job>')
        .addArgument(speakerArgument('<speaker>'))
        .addArgument(speakerArgument('<into>')),
    ),
    'say that a speaker is the same person as another',
    'reelsight speakers merge $JOB 2 1',
  ).action(toAction(mergeSpeakers));
  described(
    connected(group.command('reset <job>').addArgument(speakerArgument('<speaker>'))),
    'take back what was said of a speaker',
    'reelsight speakers reset $JOB 1',
  ).action(toAction(resetSpeaker));
}
