/** Reads how many files the system lets this process have open. */

/** Null if the system has no such limit or does not report it. */
export function openFilesAllowed(): number | null {
  // Excluded because looking up the host names of peers would take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : null;
}
