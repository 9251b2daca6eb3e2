/** The fields of `after` that differ from `before`. */
export function changedParts<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const parts = Object.entries(after).filter(([name, value]) => old.get(name) !== JSON.stringify(value));
  return Object.fromEntries(parts) as Partial<Body>;
}
