import { paths } from '#paths.ts';
import type { Proposal } from './proposal.ts';

/** The address of the form for a new schedule with the values of a proposal. */
export function draftAddress({ lane, day, until, span }: Proposal, timeAt: (at: number) => string): string {
  const address = new URLSearchParams({ interpreter: lane.id, date: day });
  if (until !== day) address.set('until', until);
  if (span) {
    address.set('time_from', timeAt(span.from));
    address.set('time_to', timeAt(span.to));
  }
  return `${paths.calendar.create.href()}?${address}`;
}
