import type { FastifySchemaValidationError } from 'fastify';
import type { ErrorCode } from '../../contract/errors.ts';

type ValidationFailure = Error & { validation: FastifySchemaValidationError[] };

/** Whether a request violated its schema. */
export function isValidationFailure(error: Error): error is ValidationFailure {
  return 'validation' in error && Array.isArray(error.validation);
}

const codes: Record<string, ErrorCode> = {
  required: 'required',
  minLength: 'too_short',
  maxLength: 'too_long',
};

const formats: Record<string, ErrorCode> = {
  email: 'email_invalid',
  last4: 'digits_4',
  link: 'link_invalid',
  'short-link': 'link_too_long',
  line: 'control_characters',
  text: 'control_characters',
  'no-link': 'name_has_link',
  slug: 'slug_invalid',
  network: 'network_invalid',
  date: 'check_dates',
};

function fieldsOf({ keyword, instancePath, params }: FastifySchemaValidationError): string[] {
  const within = instancePath.split('/').slice(1);
  const missing = keyword === 'required' ? params['requiredProperties'] : undefined;
  const names = Array.isArray(missing) ? missing.map(String) : [];
  return names.length > 0 ? names.map((name) => [...within, name].join('.')) : [within.join('.')];
}

function codeOf({ keyword, params }: FastifySchemaValidationError): ErrorCode {
  // An empty field counts as missing.
  if (keyword === 'minLength' && params['limit'] === 1) return 'required';
  if (keyword === 'format') return formats[String(params['format'])] ?? 'invalid';
  return codes[keyword] ?? 'invalid';
}

/** Schema violations: codes per field, and the bound of each field that is too short or too long. */
type FieldErrors = { errors: Record<string, string[]>; limits?: Record<string, number> };

/** Schema violations as codes per field: `{ email: ['required'] }`. Violations of the whole body have no field. */
export function fieldErrors(failures: FastifySchemaValidationError[]): FieldErrors {
  // A Map, because a field may be called toString.
  const errors = new Map<string, string[]>();
  const limits = new Map<string, number>();
  for (const failure of failures)
    for (const field of fieldsOf(failure)) {
      if (!field) continue;
      const code = codeOf(failure);
      if (code === 'too_short' || code === 'too_long') limits.set(field, Number(failure.params['limit']));
      const known = errors.get(field) ?? [];
      if (!known.includes(code)) errors.set(field, [...known, code]);
    }
  // A nullable field also fails as a union; the code of its value is more specific.
  const telling = [...errors].map(([field, all]): [string, string[]] => {
    const plain = all.filter((code) => code !== 'invalid');
    return [field, plain.length > 0 ? plain : all];
  });
  return {
    errors: Object.fromEntries(telling),
    limits: limits.size > 0 ? Object.fromEntries(limits) : undefined,
  };
}
