/**
 * Requests what the page at this address will need first, while its scripts are still loading. On a slow connection
 * each request would otherwise wait for all scripts, and for the answer before it. This script is separate and is
 * fetched first.
 */

// Keep imports few: all of them are fetched before this script runs.
import { type EarlyJob, showEarly } from './early-view.ts';

/** After this time an unused answer is too old to be used. */
const freshMs = 10_000;

interface Early {
  readonly at: number;
  readonly answer: Promise<Response>;
}

const early = new Map<string, Early>();

/** A `fetch` that returns an answer requested early, if there is one, but each only once. */
export const fetchWithEarly: typeof fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.origin).href;
  const pending = early.get(url);
  if (!pending || (init?.method ?? 'GET') !== 'GET') return fetch(input, init);

  early.delete(url);
  if (performance.now() - pending.at > freshMs) return fetch(input, init);

  // If the early request was refused or lost, it is repeated, so that the caller sees the current state.
  return pending.answer.then(
    (answer) => (answer.ok ? answer : fetch(input, init)),
    () => fetch(input, init),
  );
};

function ask(path: string): Promise<Response> {
  const answer = fetch(path, { headers: { Accept: 'application/json' } });
  early.set(new URL(path, location.origin).href, { at: performance.now(), answer });
  return answer;
}

async function dataOf<Data>(answer: Promise<Response>): Promise<Data | undefined> {
  const response = await answer;
  return response.ok ? ((await response.clone().json()) as { data?: Data }).data : undefined;
}

interface Session {
  readonly user: unknown;
  readonly workspaces: readonly { readonly workspace_id: string }[];
}

/** For a job's page: requests the job's row, then its results, in the same form in which the page will request them. */
async function askForJob(job: string, { workspaces }: Session): Promise<void> {
  const chosen = localStorage.getItem('workspace');
  const workspace =
    workspaces.find(({ workspace_id: id }) => JSON.stringify(id) === chosen) ?? workspaces[0];
  if (!workspace) return;

  const home = `/console/v1/workspaces/${encodeURIComponent(workspace.workspace_id)}`;
  const row = await dataOf<{ status: string }>(ask(`${home}/jobs/${job}`));
  const address = new URLSearchParams(location.search);
  if (row?.status !== 'completed' || address.has('found')) return;

  const path = `${home}/v1/jobs/${job}?results=without_frames&corrected=true`;
  const earlyJob = await dataOf<EarlyJob>(ask(path));
  // The early view is for the plain page only: any parameter but `t` means that the user wants a different tab, an open
  // brand or a frame.
  if (earlyJob && [...address.keys()].every((name) => name === 't')) showEarly(home, earlyJob);
}

/** Never rejects: the page repeats any request that fails here, and reports the error. */
export async function askEarly(): Promise<void> {
  const [, job] = /^\/jobs\/(job_\w+)$/.exec(location.pathname) ?? [];
  if (!job) return;

  try {
    const session = await dataOf<Session>(ask('/console/v1/session'));
    if (session?.user) await askForJob(job, session);
  } catch {
    // There is no connection; the page will find that out itself.
  }
}
