/** The columns that have a value, also null: an omitted field of a form is undefined, and keeps what is stored. */
export function givenColumns<Columns extends object>(columns: Columns): Partial<Columns> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Columns>;
}
