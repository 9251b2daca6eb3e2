import { ApiProblem } from '../problem.ts';

/** The address of a page of the dashboard, for a mail. @throws ApiProblem mail_failed if DASHBOARD_URL is not set */
export function linkTo(dashboardUrl: string | null, path: string): string {
  if (dashboardUrl === null)
    throw new ApiProblem('mail_failed', {}, { cause: new Error('DASHBOARD_URL is not set: no link can be sent.') });
  return new URL(path, dashboardUrl).href;
}
