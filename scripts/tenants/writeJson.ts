import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Writes a value as JSON, in the repository's style. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  const style = await resolveConfig(import.meta.filename);
  writeFileSync(file, await format(JSON.stringify(value, null, 2), { ...style, parser: 'json' }));
}
