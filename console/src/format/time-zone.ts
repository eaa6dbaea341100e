/** Time zone of the browser, such as `Europe/Berlin`: days, weeks and hours of the console are those of its reader. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
