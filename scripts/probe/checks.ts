import { errorCodes, Problem } from '../../contract/errors.ts';
import type { Answer, Operation } from './contract.ts';
import { faultsOf, type JsonSchema } from './schema.ts';
import type { Answered } from './wire.ts';

/** A difference between a backend and the contract. */
export type Drift = {
  /** Method and path: `GET /users/`. */
  endpoint: string;
  /** `results[].role` in the body, `?ordering` for a parameter, `header ETag`, or empty for the whole response. */
  field: string;
  kind: string;
  expected: string;
  found: string;
};

/** Result of a contract check: checked operations, skipped ones with the reason, and every difference. */
export type ContractReport = { checked: string[]; skipped: { endpoint: string; why: string }[]; drifts: Drift[] };

/** Receives the results of checks. */
export type Notes = {
  drift: (drift: Drift) => void;
  skip: (endpoint: string, why: string) => void;
};

const problemSchema = Problem as JsonSchema;
const problemType = 'application/problem+json';

/** A response in a few words: status, content type, error code. */
export const describe = ({ status, contentType, json }: Answered): string => {
  const code = (json as { code?: unknown } | undefined)?.code;
  return [status, contentType || 'no body', ...(typeof code === 'string' ? [code] : [])].join(' ');
};

/** Checks an error response: status, RFC 9457 format, and an error code of the contract. `what` names the call. */
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
    drift({ endpoint, field: 'code', kind: 'unknown value', expected: 'an error code of the contract', found: code });
  if (status !== answer.status)
    drift({ endpoint, field: 'status', kind: 'wrong status', expected: String(answer.status), found: String(status) });
}

/** Checks a success response. Returns whether it matches the contract, so that its body can be used. */
export function checkAnswer({ drift }: Notes, { name, answers }: Operation, answer: Answered): boolean {
  const declared: Answer | undefined = answers.find(({ status }) => status === answer.status);
  if (!declared) {
    const kind = answer.status >= 300 && answer.status < 400 ? 'trailing slash' : 'wrong status';
    drift({
      endpoint: name,
      field: '',
      kind,
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
