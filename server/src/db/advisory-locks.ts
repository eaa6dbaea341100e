/**
 * Numbers of PostgreSQL's advisory locks. They are arbitrary, but no two may be the same, and each must stay the same in
 * every version. Locks with two numbers, such as one for each workspace, are apart from these.
 */
export const advisoryLocks = {
  setUp: 7_336_451,
  backup: 7_336_452,
  signUps: 7_336_454,
} as const;
