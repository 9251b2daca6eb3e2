import type { ErrorCode } from '../../contract/errors.ts';

type Refusal = { code: ErrorCode; errors: Record<string, string[]> };

/** The code for a status if the body has no code of the catalogue. */
const byStatus: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'feature_off',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  428: 'precondition_required',
  429: 'too_many_requests',
};

/** The code for a refused sign-in: there is no session yet that could have ended. */
const signingIn: Record<string, ErrorCode> = { 'auth/login/': 'bad_credentials', 'auth/otp/': 'otp_wrong' };

/** Calls whose 403 concerns the person, not the action. */
const admitting = new Set([...Object.keys(signingIn), 'auth/openid/', 'auth/me/']);

/** Codes of Django REST framework's validation, and their equivalent in the catalogue. */
const ofDjango: Record<string, ErrorCode> = {
  required: 'required',
  blank: 'required',
  null: 'required',
  empty: 'required',
  max_length: 'too_long',
  min_length: 'too_short',
  does_not_exist: 'not_found',
};

/** Keys of an error body that are not fields. */
const notFields = new Set(['detail', 'non_field_errors', 'code', 'status']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The code for one error of a field. The server's prose is never shown. */
function codeOf(error: unknown): ErrorCode {
  const code = isObject(error) && typeof error.code === 'string' ? error.code : '';
  return Object.hasOwn(ofDjango, code) ? (ofDjango[code] ?? 'not_accepted') : 'not_accepted';
}

/**
 * Reads a failure that is no problem of the contract: `{"field": ["text"]}`, `{"detail": "…"}` and `{"non_field_errors": […]}`
 * of Django REST framework, with the codes per field that forms read.
 */
export function readForeignProblem({ status, body, path }: { status: number; body: unknown; path: string }): Refusal {
  const fields = status === 400 && isObject(body) ? Object.entries(body).filter(([name]) => !notFields.has(name)) : [];
  const errors = Object.fromEntries(
    fields.map(([name, error]) => [name, (Array.isArray(error) && error.length > 0 ? error : [error]).map(codeOf)]),
  );
  const ofSignIn = fields.length === 0 && (status === 400 || status === 401) ? signingIn[path] : undefined;
  if (status === 403 && admitting.has(path)) return { code: 'no_permission_to_login', errors };
  const refused = status >= 400 && status < 500 ? 'not_accepted' : 'something_went_wrong';
  return { code: ofSignIn ?? byStatus[status] ?? refused, errors };
}
