import { knownMigrations, type SchemaRange } from '../../server/db/migrations.ts';
import { schemaLabels } from '../image/apiConfig.ts';
import type { ImageLayout } from '../image/ImageLayout.ts';
import type { Index, Manifest } from '../image/oci.ts';
import { CommandError } from '../../server/CommandError.ts';
import type { Release } from './ledger.ts';
import type { BuiltPart } from './pushParts.ts';

/** The schemas that an API works with, from the labels of its image; undefined for images from before these labels. */
export function schemaIn(annotations: Record<string, string> | undefined): SchemaRange | undefined {
  const [newest, oldest] = [annotations?.[schemaLabels.newest], annotations?.[schemaLabels.oldest]];
  return newest && oldest ? { newest, oldest } : undefined;
}

/** The schemas that the API of a release works with; undefined for a release without an API. */
export function schemaOf(layout: ImageLayout, parts: BuiltPart[]): SchemaRange | undefined {
  const api = parts.find(({ part }) => part === 'api');
  return api && schemaIn(layout.readJson<Index | Manifest>(api.image).annotations);
}

/**
 * Checks that the API of a shipped release can run on the tables as later releases left them.
 * @throws CommandError when a later release took something away that it needs (a contraction)
 */
export function checkReturn(ledger: Release[], wanted: Release): void {
  const { schema } = wanted;
  if (!schema) return;
  const first = ledger.find((entry) => entry.schema && entry.schema.oldest > schema.newest);
  if (!first?.schema) return;
  throw new CommandError(
    `${wanted.version} of ${wanted.tenant} cannot run on its database any more: ${first.version} took something away that it needs ` +
      `(migration ${first.schema.oldest}; the last one of ${wanted.version} is ${schema.newest}). Ship a new version with the ` +
      `correction. If the database was restored to a backup from before ${first.version}: ` +
      `npm run ship -- ${wanted.tenant} --to ${wanted.version} --restored`,
  );
}

/**
 * Checks that a version did not fail in a wave, or was used again on purpose after that.
 * @throws CommandError with the reason of the failure
 */
export function checkNotFailed(ledger: Release[], version: string): void {
  const last = ledger.findLast((entry) => entry.version === version);
  if (last?.result !== 'failed') return;
  throw new CommandError(
    `${version} of ${last.tenant} failed in wave ${last.wave}${last.note ? ` (${last.note})` : ''}. Ship a correction under a higher ` +
      `version (npm run tenants -- bump ${last.tenant}), or give --again to use this version all the same.`,
  );
}

/**
 * Why a release must not replace the API to which `current` points without a decision: the last contraction of its schema is newer than that
 * API. Null when it only adds to the schema, and when the schema of one of them is not known.
 */
export function contractionProblem(
  id: string,
  { version, schema }: { version: string; schema?: SchemaRange | undefined },
  current: { version: string | null; schema?: SchemaRange } | undefined,
): string | null {
  const newest = current?.schema?.newest;
  if (!schema || newest === undefined || schema.oldest <= newest) return null;
  const earlier = knownMigrations().filter(
    ({ name, runsPrevious }) => !runsPrevious && name > newest && name < schema.oldest,
  );
  const names = [...earlier.map(({ name }) => name), schema.oldest];
  const running = current?.version ?? 'the current release';
  return (
    `${version} of ${id} takes something away from the database (${names.length > 1 ? 'migrations' : 'migration'} ${names.join(', ')}; ` +
    `the last one of ${running} is ${newest}). ${running} cannot start on it, its processes fail if they use what goes, and nobody can go ` +
    `back to it. Ship a release first that no longer uses it, or plan a downtime; then back up the database and repeat the command with ` +
    `--contract.`
  );
}

/** @throws CommandError with `contractionProblem` */
export function checkContraction(...release: Parameters<typeof contractionProblem>): void {
  const problem = contractionProblem(...release);
  if (problem !== null) throw new CommandError(problem);
}
