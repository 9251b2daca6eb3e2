import { takesPart } from '../../../contract/reservationRules.ts';
import type { Plan } from './plan.ts';

/** Whom a decision tells besides the people who are taken away: the customer, who stays or has to go, and who comes. */
export function toldOf({ reservation, concerned, candidates, picks, decision }: Plan): string[] {
  const { interpreters, customer_name } = reservation;
  const team = interpreters.filter((interpreter) => takesPart(interpreter) && !concerned.includes(interpreter.id));
  const coming = candidates.filter(({ interpreter }) => picks.includes(interpreter));
  return [
    ...(customer_name === null ? [] : [customer_name]),
    ...team.map(({ name }) => name),
    ...(decision.outcome === 'reassign' ? coming.map(({ interpreter_name }) => interpreter_name) : []),
  ];
}
