/** What a form reads of an error that its submit was answered with: the codes for its fields (contract `Problem`). */
type Refusal = { errors: Record<string, string[]>; values?: Record<string, string> };

/** What the server has against a field: a code of the catalogue, and what its words name. */
export type FieldRefusal = { code: string; values?: Record<string, string> };

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'errors' in error && typeof error.errors === 'object';
}

/** The first code for each of the named fields. Codes for fields that the form does not have are left to its banner. */
export function fieldRefusals(error: unknown, names: string[]): Record<string, FieldRefusal> {
  if (!isRefusal(error)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const code = error.errors[name]?.[0];
      return code ? [[name, { code, values: error.values }]] : [];
    }),
  );
}
