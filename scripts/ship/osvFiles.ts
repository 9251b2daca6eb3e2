import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Unzip, UnzipInflate } from 'fflate';
import { CommandError } from '../../server/CommandError.ts';

/** An advisory in the Open Source Vulnerability format (OSV 1), reduced to what is read. */
export type Advisory = {
  id: string;
  aliases?: string[];
  summary?: string;
  withdrawn?: string;
  modified?: string;
  severity?: { type: string; score: string }[];
  database_specific?: { severity?: unknown };
  affected?: {
    package?: { ecosystem?: string; name?: string };
    severity?: { type: string; score: string }[];
    ecosystem_specific?: { urgency?: unknown };
    ranges?: { type: string; events: Record<string, string>[] }[];
    versions?: string[];
  }[];
};

function parseAdvisories(text: string, file: string): Advisory[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError(
      `${file} is not JSON. --osv reads advisories in the OSV format: JSON, a zip archive of it, or a folder.`,
    );
  }
  const list = Array.isArray(value) ? value : ((value as { vulns?: unknown } | null)?.vulns ?? [value]);
  const isAdvisory = (entry: unknown): entry is Advisory =>
    typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string';
  if (!Array.isArray(list) || !list.every(isAdvisory))
    throw new CommandError(`${file} holds no OSV advisories: each needs an "id" (https://ossf.github.io/osv-schema/).`);
  return list;
}

/** Calls `read` with the content of each JSON file in a zip archive, one at a time: osv.dev's archives unpack to gigabytes. */
function eachFile(archive: Buffer, read: (text: string, name: string) => void): void {
  const unzip = new Unzip((entry) => {
    if (!entry.name.endsWith('.json')) return;
    const chunks: Uint8Array[] = [];
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      chunks.push(chunk);
      if (isLast) read(Buffer.concat(chunks).toString('utf8'), entry.name);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const step = 1 << 16;
  for (let at = 0; at < archive.length; at += step)
    unzip.push(archive.subarray(at, at + step), at + step >= archive.length);
}

/** A file by itself; of a folder all JSON files and zip archives in it, at any depth. */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|zip)$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
}

function readEach(file: string, read: (advisory: Advisory) => void): void {
  const content = readFileSync(file);
  const parse = (text: string, name: string): void => {
    for (const advisory of parseAdvisories(text, name)) read(advisory);
  };
  if (content.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return parse(content.toString('utf8'), file);
  try {
    eachFile(content, (text, name) => parse(text, `${file}: ${name}`));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} is a damaged zip archive: ${(error as Error).message}.`);
  }
}

/**
 * Reads advisories in the OSV format one by one.
 * @param paths files with an advisory, an array of them or `{"vulns": […]}`; zip archives of such files, as osv.dev exports
 * them; or folders of both
 * @throws CommandError for a file that is missing or holds something else.
 */
export function eachAdvisory(paths: string[], read: (advisory: Advisory) => void): void {
  for (const path of paths)
    try {
      for (const file of filesOf(path)) readEach(file, read);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`The advisories cannot be read: ${(error as Error).message}.`);
    }
}
