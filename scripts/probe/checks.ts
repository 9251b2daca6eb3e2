import { errorCodes, Problem } from '../../contract/errors.ts';
import type { Answer, Operation } from './contract.ts';
import { faultsOf, type JsonSchema } from './schema.ts';
import type { Answered } from './wire.ts';

/** One way in which a backend is not what the contract says. */
export type Drift = {
  /** The call: `GET /users/`. */
  endpoint: string;
  /** `results[].role` in the answer's body, `?ordering` for a parameter, `header ETag`, or empty for the answer as a whole. */
  field: string;
  kind: string;
  expected: string;
  found: string;
};

/** What was looked at, what was left out and why, and every drift. */
export type ProbeReport = { checked: string[]; skipped: { endpoint: string; why: string }[]; drifts: Drift[] };

/** What a check says of an answer. */
export type Notes = {
  drift: (drift: Drift) => void;
  skip: (endpoint: string, why: string) => void;
};

const problemSchema = Problem as JsonSchema;
const problemType = 'application/problem+json';

/** An answer in a few words. */
export const describe = ({ status, contentType, json }: Answered): string => {
  const code = (json as { code?: unknown } | undefined)?.code;
  return [status, contentType || 'no body', ...(typeof code === 'string' ? [code] : [])].join(' ');
};

/** Holds a failure against RFC 9457 and the catalogue: what a client can tell people. */
export function checkProblem(
  { drift }: Notes,
  endpoint: string,
  answer: Answered,
  { what, statuses }: { what: string; statuses: readonly number[] },
): void {
  if (!statuses.includes(answer.status)) {
    drift({
      endpoint,
      field: '',
      kind: 'wrong status',
      expected: `${statuses.join(' or ')} for ${what}`,
      found: describe(answer),
    });
    return;
  }
  if (answer.contentType !== problemType)
    drift({
      endpoint,
      field: 'header Content-Type',
      kind: 'error not RFC 9457',
      expected: `${problemType} for ${what}`,
      found: answer.contentType || 'nothing',
    });
  const faults = faultsOf(problemSchema, answer.json);
  for (const fault of faults) drift({ endpoint, ...fault, kind: `error not RFC 9457: ${fault.kind}` });
  if (faults.length > 0) return;
  const { code, status } = answer.json as { code: string; status: number };
  const expected: number | undefined = (errorCodes as Record<string, number>)[code];
  if (expected === undefined)
    drift({ endpoint, field: 'code', kind: 'unknown value', expected: 'a code of the catalogue', found: code });
  if (status !== answer.status)
    drift({ endpoint, field: 'status', kind: 'wrong status', expected: String(answer.status), found: String(status) });
}

/** Holds an answer that should be good against what the contract says of it. Answers whether its body can be read on. */
export function checkAnswer({ drift }: Notes, { name, answers }: Operation, answer: Answered): boolean {
  const declared: Answer | undefined = answers.find(({ status }) => status === answer.status);
  if (!declared) {
    const why = answer.status >= 300 && answer.status < 400 ? 'trailing slash' : 'wrong status';
    drift({
      endpoint: name,
      field: '',
      kind: why,
      expected: answers.map(({ status }) => status).join(' or '),
      found: describe(answer),
    });
    return false;
  }
  const { contentTypes, schema } = declared;
  if (contentTypes.length > 0 && !contentTypes.includes(answer.contentType)) {
    drift({
      endpoint: name,
      field: 'header Content-Type',
      kind: 'wrong content type',
      expected: contentTypes.join(' or '),
      found: answer.contentType || 'nothing',
    });
    return false;
  }
  if (!schema || answer.contentType !== 'application/json') return true;
  const faults = faultsOf(schema, answer.json);
  for (const fault of faults) drift({ endpoint: name, ...fault });
  const etag = (answer.json as { etag?: unknown } | null)?.etag;
  if (schema.properties?.['etag'] && typeof etag === 'string' && answer.headers.get('etag') !== etag)
    drift({
      endpoint: name,
      field: 'header ETag',
      kind: answer.headers.has('etag') ? 'wrong header' : 'missing header',
      expected: etag,
      found: answer.headers.get('etag') ?? 'nothing',
    });
  return faults.length === 0;
}
