import { CommandError } from '../../server/CommandError.ts';
import { checkReading } from './checkReading.ts';
import { checkProblem, type ContractReport, type Notes } from './checks.ts';
import { checkWriting } from './checkWriting.ts';
import { collectionsOf } from './collections.ts';
import type { CheckContext } from './context.ts';
import type { Operation } from './contract.ts';
import { trackRecords } from './known.ts';
import { sourceOf } from './sample.ts';
import type { Wire } from './wire.ts';

/** Settings of a contract check. */
export type CheckSettings = {
  /** Also create, change and delete test records. */
  write: boolean;
  now: Date;
  /** Seed of the test records. */
  key: string;
  /** Prefix of the paths to check, without the leading slash; empty for all. */
  only: string;
  isSignedIn: boolean;
};

/** Collects notes in a report; the same difference is listed once. */
function notesFor(report: ContractReport): Notes {
  const listed = new Set<string>();
  return {
    drift: (drift) => {
      const line = [drift.endpoint, drift.field, drift.kind, drift.expected].join('|');
      if (!listed.has(line)) report.drifts.push(drift);
      listed.add(line);
    },
    skip: (endpoint, why) => report.skipped.push({ endpoint, why }),
  };
}

const isStream = ({ answers }: Operation) =>
  answers.some(({ contentTypes }) => contentTypes.includes('text/event-stream'));

/**
 * Compares a backend with the contract. Without `write` it sends GET requests only.
 * @throws CommandError when the backend refuses the token; errors of `fetch` when it cannot be reached.
 */
export async function checkContract(
  operations: Operation[],
  wire: Wire,
  { write, now, key, only, isSignedIn }: CheckSettings,
): Promise<ContractReport> {
  const report: ContractReport = { checked: [], skipped: [], drifts: [] };
  const notes = notesFor(report);
  const known = trackRecords((values) => values[0]);
  const context: CheckContext = { wire, notes, known, source: sourceOf(key, now, known.idFor), isSignedIn };

  if (isSignedIn && (await wire('GET', '/auth/me/')).status === 401)
    throw new CommandError('The backend does not accept this token.');
  const selected = operations.filter(({ path }) => path.startsWith(`/${only}`));
  // Paths with fewer parameters first: their responses contain the ids for the others.
  const reading = selected
    .filter((operation) => operation.method === 'GET' && !isStream(operation))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  for (const { name } of selected.filter(isStream)) notes.skip(name, 'a stream has no end');
  for (const operation of reading) if (await checkReading(context, operation)) report.checked.push(operation.name);

  const missing = await wire('GET', '/there_is_nothing_here/');
  checkProblem(notes, 'GET /there_is_nothing_here/', missing, { what: 'an unknown path', statuses: [404] });

  if (write) for (const collection of collectionsOf(selected)) await checkWriting(context, collection, report.checked);
  const checked = new Set(report.checked);
  for (const { name, method } of selected.filter((operation) => operation.method !== 'GET'))
    if (!checked.has(name))
      notes.skip(name, write ? 'not part of creating and deleting a record' : `${method} needs --write`);
  return { ...report, skipped: [...new Map(report.skipped.map((skipped) => [skipped.endpoint, skipped])).values()] };
}
