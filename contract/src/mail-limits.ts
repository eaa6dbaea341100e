/** How much mail alerts and reports by schedule of a workspace may send to one person. */
export const mailLimits = {
  /** Mails of all alerts in an hour; what comes after that goes into one mail at the end of the hour. */
  alertsPerHour: 10,
  /** Mails of all schedules in an hour; the others wait. */
  reportsPerHour: 20,
  /** Minutes in which a person gets one example of an alert, or one report that was run by hand. */
  exampleMinutes: 10,
} as const;

/** Mail that a person ends for a workspace by the link in it. */
export const mailKinds = ['alerts', 'reports'] as const;
export type MailKind = (typeof mailKinds)[number];
