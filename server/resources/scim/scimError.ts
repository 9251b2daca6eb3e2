import SCIMMY from 'scimmy';
import { refusalOf } from '../../db/constraints.ts';
import { ApiProblem } from '../../problem.ts';

/** An error of the protocol (RFC 7644, 3.12). `detail` is for the people who run the directory. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, scimType: string | undefined, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

/** The codes of the catalogue that a directory can cause, with their keyword and text. */
const known: Record<string, { scimType?: string; detail: string }> = {
  unauthorized: { detail: 'The bearer token is missing, wrong or expired.' },
  not_found: { detail: 'There is no such resource.' },
  email_taken: { scimType: 'uniqueness', detail: 'Another user has this e-mail address.' },
  department_taken: { scimType: 'uniqueness', detail: 'There is a group with this name.' },
  last_owner: { detail: 'The last owner cannot lose access or role: nobody could administer the deployment.' },
  too_many_requests: { detail: 'Too many requests with a wrong token. Wait, and correct the token.' },
};

/** Any error as one of the protocol; those of the server itself say nothing about its inside. */
export function toScimError(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof SCIMMY.Types.Error) return new ScimError(error.status, error.scimType, error.message);
  if (error instanceof ApiProblem) {
    const { scimType, detail } = known[error.code] ?? { detail: `The request was refused (${error.code}).` };
    return new ScimError(error.status, scimType, detail, { cause: error });
  }
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500)
    return new ScimError(error.statusCode, error.statusCode === 400 ? 'invalidSyntax' : undefined, error.message);
  const refused = error instanceof Error ? refusalOf(error) : null;
  if (refused) return toScimError(refused);
  if (error instanceof TypeError) return new ScimError(400, 'invalidValue', error.message, { cause: error });
  return new ScimError(500, undefined, 'The server failed. Try again later.', { cause: error });
}

/** The body of an error. */
export function errorBody({ status, scimType, message }: ScimError): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  };
}
