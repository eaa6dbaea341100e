/** The logo that this browser keeps for the reports and links of a workspace: its own, or that of the client. */
import { useRemembered } from './remembered.ts';

export interface Logo {
  readonly name: string;
  /** The picture as a data URL, which is also the form in which it is sent. */
  readonly url: string;
}

export const useReportLogo = (workspace: string) =>
  useRemembered<Logo | null>(`report-logo:${workspace}`, null);
