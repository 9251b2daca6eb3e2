import type { SchemaRange } from '../../server/db/migrations.ts';
import { partNames, type PartName } from '../image/imageName.ts';
import type { Index, Manifest } from '../image/oci.ts';
import { type Destination, movingTag, repositoryOf } from './destination.ts';
import { schemaIn } from './mayReturn.ts';

/** What `current` of one part points to; `schema` of an API whose image names it. */
export type Current = { digest: string; version: string | null; schema?: SchemaRange };

/** What the registry's tags `current` point to, by part; parts without the tag are left out. */
export async function currentOf(destination: Destination): Promise<Partial<Record<PartName, Current>>> {
  const found = await Promise.all(
    partNames.map(async (part) => {
      const image = await repositoryOf(destination, part).find(movingTag);
      if (!image) return [];
      const { annotations } = JSON.parse(image.bytes.toString('utf8')) as Manifest | Index;
      const version = annotations?.['org.opencontainers.image.version'] ?? null;
      const schema = schemaIn(annotations);
      return [[part, { digest: image.digest, version, schema }] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** The digests of what `current` points to; null for a part without it. */
export function digestsOf(current: Partial<Record<PartName, Current>>): Record<PartName, string | null> {
  return { api: current.api?.digest ?? null, page: current.page?.digest ?? null };
}
