/** Milliseconds of CPU that this thread has had so far. Unlike the clock, other work on the machine does not add to it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
