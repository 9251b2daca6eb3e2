/** The part of an error that a form reads: the codes for its fields (contract `Problem`). */
type Refusal = {
  errors: Record<string, string[]>;
  limits?: Record<string, number>;
  values?: Record<string, string>;
};

/** The server's error for a field: a code of the catalogue, and values to insert. */
export type FieldRefusal = { code: string; values?: Record<string, string> };

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'errors' in error && typeof error.errors === 'object';
}

/** Third-party backends may omit the limit, which the message needs: uses a general code then. */
function codeWithLimit(code: string, limit: number | undefined): string {
  return limit === undefined && (code === 'too_short' || code === 'too_long') ? 'invalid' : code;
}

/** The first code for each of the named fields. Codes for other fields are left to the form's banner. */
export function fieldRefusals(error: unknown, names: string[]): Record<string, FieldRefusal> {
  if (!isRefusal(error)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const code = error.errors[name]?.[0];
      const limit = error.limits?.[name];
      const values = limit === undefined ? error.values : { ...error.values, limit: String(limit) };
      return code ? [[name, { code: codeWithLimit(code, limit), values }]] : [];
    }),
  );
}
