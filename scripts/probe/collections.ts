import type { Operation } from './contract.ts';

/** A collection whose records can be created, read and deleted with one call each. */
export type Collection = {
  create: Operation;
  read: Operation;
  remove: Operation;
  update: Operation | null;
};

/** The collections of a contract: those whose records are created from JSON and have an `etag`. */
export function collectionsOf(operations: readonly Operation[]): Collection[] {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return operations.flatMap((create) => {
    const record = `${create.path}{id}/`;
    const read = byName.get(`GET ${record}`);
    const remove = byName.get(`DELETE ${record}`);
    const answer = create.answers.find(({ status }) => status === 201);
    const isRecord = create.method === 'POST' && create.body?.contentType === 'application/json';
    // Nested collections are skipped, because their records would change an existing parent.
    if (!isRecord || !answer?.schema?.properties?.['etag'] || !read || !remove || create.path.includes('{')) return [];
    return [{ create, read, remove, update: byName.get(`PATCH ${record}`) ?? null }];
  });
}
