/** What a message of an alert says, in words that all kinds of targets share. */
import type { AlertFinding } from '@reelsight/contract';
import { cleanLine } from '@reelsight/contract/clean-text';
import { jobPath } from '@reelsight/contract/console-paths';
import { lengthText, wholeTimeText } from '@reelsight/contract/time-text';

export interface AlertContent {
  readonly alertId: string;
  readonly name: string;
  readonly workspace: string;
  /** Whether it is an example that somebody asked for. */
  readonly test: boolean;
  /** The oldest first. */
  readonly matches: readonly AlertFinding[];
  /** What earlier messages said and corrections made wrong. */
  readonly withdrawn: readonly AlertFinding[];
  /** How many matches there are beyond those listed. */
  readonly unlisted: number;
}

/** A line about one video, with the address of its page. */
export interface ContentLine {
  readonly title: string;
  readonly about: string;
  readonly link: string;
}

/** With these and the number of listed matches, messages keep within the limits of Slack and Teams. */
const nameCharacters = 100;
const titleCharacters = 100;
const brandCharacters = 40;
const brandsAtMost = 3;

export function headlineOf({ name, test, matches, unlisted }: AlertContent): string {
  const count = matches.length + unlisted;
  const videos = count === 1 ? '' : `: ${count} videos`;
  return `${test ? 'Example of the alert' : 'Alert'} “${cleanLine(name, nameCharacters)}”${videos}`;
}

/** The name of the workspace as one line: its owner could write further lines of a message in it. */
export const workspaceOf = ({ workspace }: AlertContent): string =>
  cleanLine(workspace, nameCharacters);

/** What is withdrawn, as a heading above the list of it. */
export const withdrawnHeading = 'No longer right, after corrections:';

/** What says that not all is listed; null if all is. */
export const unlistedWords = ({ unlisted }: AlertContent): string | null =>
  unlisted > 0
    ? `${unlisted} more ${unlisted === 1 ? 'video is' : 'videos are'} in the list of the alert.`
    : null;

/** `origin`: public origin of the service. */
export function lineOf(finding: AlertFinding, origin: string): ContentLine {
  const { job_id: jobId, title, seconds, moment } = finding;
  const when = moment === null ? [] : [`at ${wholeTimeText(moment)}`];
  const length = seconds > 0 ? [lengthText(seconds)] : [];
  return {
    title: cleanLine(title ?? jobId, titleCharacters),
    about: [brandsOf(finding), ...length, ...when].join(', '),
    link: origin + jobPath(jobId, moment ?? undefined),
  };
}

function brandsOf({ brand, brands }: AlertFinding): string {
  const otherBrands = brands.filter((name) => name !== brand);
  const names = [brand, ...otherBrands].slice(0, brandsAtMost).map(shortName);
  const rest = otherBrands.length + 1 - names.length;
  return names.join(' · ') + (rest > 0 ? ` and ${rest} more` : '');
}

const shortName = (name: string): string => cleanLine(name, brandCharacters);
