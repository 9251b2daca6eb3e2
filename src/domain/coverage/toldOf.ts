import { takesPart } from '../../../contract/reservationRules.ts';
import type { Plan } from './plan.ts';

/**
 * Whom a decision tells besides the people who are taken away: the customer, who stays or has to go, and who comes. Of a pending
 * reservation that somebody is absent from only who comes.
 */
export function toldOf(
  { reservation, concerned, candidates, picks, decision }: Plan,
  staysApproved: boolean,
): string[] {
  const { interpreters, customer_name, status } = reservation;
  const team = interpreters.filter((interpreter) => takesPart(interpreter) && !concerned.includes(interpreter.id));
  const coming = candidates.filter(({ interpreter }) => picks.includes(interpreter));
  const known = [...(customer_name === null ? [] : [customer_name]), ...team.map(({ name }) => name)];
  return [
    ...(staysApproved && status === 'pending' ? [] : known),
    ...(decision.outcome === 'reassign' ? coming.map(({ interpreter_name }) => interpreter_name) : []),
  ];
}
