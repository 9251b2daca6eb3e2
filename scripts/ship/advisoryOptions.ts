import { type Command, Option } from 'commander';
import type { AcceptedAdvisory } from './acceptedAdvisories.ts';
import { type Rating, ratings } from './advisories.ts';

/** The options of `advisoryOptions` as commander parses them. */
export type AdvisoryOptions = { osv: string[]; osvLimit: Rating; accepted?: string };

/** Which advisories are compared, and which of them are refused. */
export type AdvisoryRules = { paths: string[]; limit: Rating; accepted: AcceptedAdvisory[]; past: AcceptedAdvisory[] };

const collect = (value: string, before: string[]): string[] => [...before, value];

/** Adds the options for advisories to a command. */
export function advisoryOptions(command: Command): Command {
  return command
    .option(
      '--osv <path>',
      'refuse packages with advisories of this OSV file (JSON or zip) or folder; can be repeated',
      collect,
      [],
    )
    .addOption(
      new Option('--osv-limit <rating>', 'the lowest severity that is refused').choices(ratings).default('high'),
    )
    .option(
      '--accepted <file>',
      'advisories that are not refused, each with a reason and an end (default: advisories.json of the repository)',
    );
}

/**
 * The rules that the options ask for.
 * @throws CommandError if the accepted advisories cannot be read.
 */
export async function advisoryRules({ osv, osvLimit, accepted }: AdvisoryOptions, now: Date): Promise<AdvisoryRules> {
  // Only --osv needs it, and its schema library takes a quarter of a second to load.
  const { acceptedFile, readAccepted } = await import('./acceptedAdvisories.ts');
  const { valid, past } = readAccepted(accepted ?? acceptedFile, now);
  return { paths: osv, limit: osvLimit, accepted: valid, past };
}

/** The line about an accepted advisory whose day is past. */
export const pastLine = ({ id, package: name, until }: AcceptedAdvisory): string =>
  `${id} was accepted for ${name} until ${until} only.`;
