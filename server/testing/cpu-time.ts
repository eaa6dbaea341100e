/**
 * Milliseconds of CPU time that this thread has used. Unlike clock time, it does not depend on what else the machine
 * does.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
