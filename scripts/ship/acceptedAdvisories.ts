import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CommandError } from '../../server/CommandError.ts';

/** An advisory that was examined and accepted for one package, up to and including a day (UTC). */
export type AcceptedAdvisory = {
  /** The id of the advisory, or an alias such as its CVE. */
  id: string;
  package: string;
  reason: string;
  /** YYYY-MM-DD */
  until: string;
};

const Accepted = Type.Array(
  Type.Object(
    {
      id: Type.String({ pattern: '^[A-Za-z]+-[A-Za-z0-9-]+$' }),
      package: Type.String({ minLength: 1 }),
      reason: Type.String({ minLength: 20 }),
      until: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    },
    { additionalProperties: false },
  ),
);

/** The file of the repository. */
export const acceptedFile = join(import.meta.dirname, '../../advisories.json');

/**
 * The accepted advisories of a file: those that still count, and those whose day is past.
 * @throws CommandError if the file cannot be read or has another form.
 */
export function readAccepted(file: string, now: Date): { valid: AcceptedAdvisory[]; past: AcceptedAdvisory[] } {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`The accepted advisories cannot be read from ${file}: ${(error as Error).message}`);
  }
  if (!Value.Check(Accepted, value) || value.some(({ until }) => Number.isNaN(Date.parse(until))))
    throw new CommandError(
      `${file}: give a list of {"id": "CVE-2026-0001", "package": "axios", "reason": "at least 20 characters", "until": "2026-12-31"}.`,
    );
  const today = now.toISOString().slice(0, 10);
  return { valid: value.filter(({ until }) => until >= today), past: value.filter(({ until }) => until < today) };
}
