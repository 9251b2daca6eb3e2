import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** A text in the repository's style; `path` says what kind of file it is. */
export async function formatted(path: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(import.meta.filename)), filepath: path });
}

/** A value as JSON, in the repository's style. */
export function asJson(value: unknown): Promise<string> {
  return formatted('value.json', JSON.stringify(value, null, 2));
}

/** Writes a value as JSON, in the repository's style. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  writeFileSync(file, await asJson(value));
}
