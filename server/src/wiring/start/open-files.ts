/** Reads how many files the system lets this process open at once. */

/** The limit; null if the system has none or does not report it. */
export function openFilesAllowed(): number | null {
  // Network information is excluded from the report, because looking up the host names of peers would take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : null;
}
