import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, type JsonDocument, type JsonPath } from './document.ts';
import { nearest } from './nearest.ts';
import { ManifestError, type Problem } from './problem.ts';
import { manifestDefaults, neverInherited } from './inheritance.ts';
import { manifestPath, tenantIds } from './tenantIds.ts';

type JsonObject = Record<string, unknown>;

/** A manifest put together from its own file and those it extends, which still knows where each value was written. */
export type Source = {
  id: string;
  dir: string;
  /** The merged manifest, not yet checked. */
  value: JsonObject;
  /** A problem at the file, line and column where the value of `path` was written. */
  problem: (path: JsonPath, message: string, fix: string, at?: 'key' | 'value') => Problem;
  /** The same in the deployment's own file, wherever the value came from. */
  ownProblem: (path: JsonPath, message: string, fix: string) => Problem;
};

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `over` says, on top of `base`: objects go into each other, everything else is replaced. */
function merge(base: JsonObject, over: JsonObject): JsonObject {
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(over)])].map((key) => {
      const [below, above] = [base[key], over[key]];
      if (!Object.hasOwn(over, key)) return [key, below];
      return [key, isObject(below) && isObject(above) ? merge(below, above) : above];
    }),
  );
}

function readChain(id: string, root: string, seen: readonly string[]): JsonDocument[] {
  const document = readDocument(
    manifestPath(root, id),
    `Write it, or start from another deployment: npm run tenants -- new ${id} --from <tenant>.`,
  );
  if (!isObject(document.value))
    throw new ManifestError([
      document.problem(
        [],
        'A manifest is an object.',
        'Put everything between { and }; see tenants/manifest.schema.json.',
      ),
    ]);
  const base = document.value['extends'];
  if (typeof base !== 'string') return [document];
  const way = [...seen, id];
  if (way.includes(base))
    throw new ManifestError([
      document.problem(
        ['extends'],
        `"extends" goes in a circle: ${[...way, base].join(' → ')}.`,
        'Let one of them stand on its own: remove its "extends".',
      ),
    ]);
  if (!existsSync(join(root, base))) {
    const near = nearest(base, tenantIds(root));
    throw new ManifestError([
      document.problem(
        ['extends'],
        `There is no deployment "${base}" to extend.`,
        near ? `Did you mean "${near}"?` : `Name one of: ${tenantIds(root).join(', ')}.`,
      ),
    ]);
  }
  return [document, ...readChain(base, root, way)];
}

/**
 * Reads `<root>/<id>/manifest.json` and what it extends. Nothing of `neverInherited` comes from there.
 * @throws ManifestError when a file is missing or not JSON, or `extends` leads nowhere or in a circle.
 */
export function readSource(id: string, root: string): Source {
  const chain = readChain(id, root, []);
  const own = chain[0];
  if (!own) throw new Error(`No manifest was read for ${id}.`);
  const value = chain.toReversed().reduce<JsonObject>((base, { value: over }) => {
    const inherited = Object.fromEntries(
      Object.entries(base).filter(([key]) => !neverInherited.some((name) => name === key)),
    );
    return merge(inherited, isObject(over) ? over : {});
  }, {});
  return {
    id,
    dir: join(root, id),
    value: { ...structuredClone(manifestDefaults), ...value },
    problem: (path, message, fix, at) =>
      (chain.find((document) => document.has(path)) ?? own).problem(path, message, fix, at),
    ownProblem: own.problem,
  };
}
