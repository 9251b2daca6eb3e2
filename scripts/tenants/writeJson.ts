import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Formats a text with Prettier; the extension of `path` selects the parser. */
export async function formatted(path: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(import.meta.filename)), filepath: path });
}

/** A value as JSON, formatted with Prettier. */
export function asJson(value: unknown): Promise<string> {
  return formatted('value.json', JSON.stringify(value, null, 2));
}

/** Writes a value as JSON, formatted with Prettier. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  writeFileSync(file, await asJson(value));
}
