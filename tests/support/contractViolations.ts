import type { LightMyRequestResponse } from 'fastify';
import { checkAnswer, checkProblem, type Drift } from '../../scripts/probe/checks.ts';
import type { Operation } from '../../scripts/probe/contract.ts';
import type { Answered } from '../../scripts/probe/wire.ts';

function answered({ statusCode, headers, body }: LightMyRequestResponse): Answered {
  const contentType = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const all = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
  return {
    status: statusCode,
    contentType,
    headers: all,
    json: /json/.test(contentType) ? JSON.parse(body) : undefined,
  };
}

/**
 * How a response violates the contract: a success with another shape or status than declared, an error that is no
 * problem of the catalogue, any 5xx. Empty if it conforms.
 */
export function contractViolations(operation: Operation, answer: LightMyRequestResponse): string[] {
  const drifts: Drift[] = [];
  const notes = { drift: (drift: Drift) => drifts.push(drift), skip: () => undefined };
  if (answer.statusCode >= 500) return [`${operation.name} | failed with ${answer.statusCode}`];
  if (answer.statusCode < 400) checkAnswer(notes, operation, answered(answer));
  else
    checkProblem(notes, operation.name, answered(answer), { what: 'what is refused', statuses: [answer.statusCode] });
  return drifts.map(({ endpoint, field, kind, expected, found }) =>
    [endpoint, field, kind, `expected ${expected}`, `found ${found}`].join(' | '),
  );
}
