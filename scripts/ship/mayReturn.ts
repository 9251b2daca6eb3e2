import type { SchemaRange } from '../../server/db/migrations.ts';
import { schemaLabels } from '../image/apiConfig.ts';
import type { ImageLayout } from '../image/ImageLayout.ts';
import type { Index, Manifest } from '../image/oci.ts';
import { CommandError } from '../lib/CommandError.ts';
import type { Release } from './ledger.ts';
import type { BuiltPart } from './pushParts.ts';

/** The schemas that the API of a release works with, from the labels of its image; undefined for a release without an API. */
export function schemaOf(layout: ImageLayout, parts: BuiltPart[]): SchemaRange | undefined {
  const api = parts.find(({ part }) => part === 'api');
  if (!api) return undefined;
  const { annotations } = layout.readJson<Index | Manifest>(api.image);
  const [newest, oldest] = [annotations?.[schemaLabels.newest], annotations?.[schemaLabels.oldest]];
  return newest && oldest ? { newest, oldest } : undefined;
}

/**
 * Checks that the API of a shipped release can run on the tables as later releases left them.
 * @throws CommandError when a later release took something away that it needs (a contraction)
 */
export function checkReturn(ledger: Release[], wanted: Release): void {
  const { schema } = wanted;
  if (!schema) return;
  const first = ledger.find((one) => one.schema && one.schema.oldest > schema.newest);
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
  const last = ledger.findLast((one) => one.version === version);
  if (last?.result !== 'failed') return;
  throw new CommandError(
    `${version} of ${last.tenant} failed in wave ${last.wave}${last.note ? ` (${last.note})` : ''}. Ship a correction under a higher ` +
      `version (npm run tenants -- bump ${last.tenant}), or give --again to use this version all the same.`,
  );
}
