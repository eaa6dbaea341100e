/**
 * What the tables that list jobs for background work have in common. A job has work to do as long as `wanted` is above
 * `done`.
 */

/** How long a job stays reserved after a process took it or last renewed the reservation. */
export const takenMinutes = 10;
