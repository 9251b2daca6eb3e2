/**
 * The vocative of a first name, for greetings: Jonas becomes Jonai in Lithuanian.
 * @param endings the endings of names and of their vocative; languages without any leave names unchanged
 */
export function vocative(name: string, endings: Record<string, string> = {}): string {
  for (const [ending, spoken] of Object.entries(endings))
    if (name.endsWith(ending)) return name.slice(0, -ending.length) + spoken;
  return name;
}
