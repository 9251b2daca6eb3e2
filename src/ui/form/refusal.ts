/** What a form reads of an error that its submit was answered with: the codes for its fields (contract `Problem`). */
type Refusal = {
  errors: Record<string, string[]>;
  limits?: Record<string, number>;
  values?: Record<string, string>;
};

/** What the server has against a field: a code of the catalogue, and what its words name. */
export type FieldRefusal = { code: string; values?: Record<string, string> };

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'errors' in error && typeof error.errors === 'object';
}

/** A bound that another backend does not name cannot be said. */
function sayable(code: string, limit: number | undefined): string {
  return limit === undefined && (code === 'too_short' || code === 'too_long') ? 'invalid' : code;
}

/** The first code for each of the named fields. Codes for fields that the form does not have are left to its banner. */
export function fieldRefusals(error: unknown, names: string[]): Record<string, FieldRefusal> {
  if (!isRefusal(error)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const code = error.errors[name]?.[0];
      const limit = error.limits?.[name];
      const values = limit === undefined ? error.values : { ...error.values, limit: String(limit) };
      return code ? [[name, { code: sayable(code, limit), values }]] : [];
    }),
  );
}
