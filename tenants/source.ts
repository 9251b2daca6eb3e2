import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, shownValue, type JsonDocument, type JsonPath } from './document.ts';
import { nearest } from './nearest.ts';
import { ManifestError, type Problem } from './problem.ts';
import { manifestDefaults, neverInherited } from './inheritance.ts';
import { codeFolders, idForm, idPattern, manifestPath, tenantIds } from './tenantIds.ts';

type JsonObject = Record<string, unknown>;

/** A manifest merged with those it extends, with the position of each value in its file. */
export type Source = {
  id: string;
  dir: string;
  /** The merged manifest, not yet checked. */
  value: JsonObject;
  /** A problem at the file, line and column where the value of `path` was written. */
  problem: (path: JsonPath, message: string, fix: string, at?: 'key' | 'value') => Problem;
  /** A problem in the deployment's own file, even if the value is inherited. */
  ownProblem: (path: JsonPath, message: string, fix: string) => Problem;
};

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deep merge: objects are merged, all other values of `override` replace those of `base`. */
function merge(base: JsonObject, override: JsonObject): JsonObject {
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(override)])].map((key) => {
      const [inherited, overriding] = [base[key], override[key]];
      if (!Object.hasOwn(override, key)) return [key, inherited];
      return [key, isObject(inherited) && isObject(overriding) ? merge(inherited, overriding) : overriding];
    }),
  );
}

function readChain(id: string, root: string, seen: readonly string[]): JsonDocument[] {
  const document = readDocument(
    manifestPath(root, id),
    idPattern.test(id)
      ? `Write it, or remove the folder and create the deployment: npm run tenants -- new ${id}.`
      : `Rename the folder first: an id has ${idForm}. If it is no deployment, move it out of tenants/.`,
  );
  if (!isObject(document.value))
    throw new ManifestError([
      document.problem(
        [],
        'The manifest is not a JSON object.',
        'Write all properties between { and }; see tenants/manifest.schema.json.',
      ),
    ]);
  const base = document.value['extends'];
  if (base === undefined) return [document];
  if (typeof base !== 'string' || !idPattern.test(base))
    throw new ManifestError([
      document.problem(
        ['extends'],
        `"extends" cannot be ${shownValue(base)}.`,
        `Give the id of a deployment: ${tenantIds(root)
          .filter((tenantId) => tenantId !== id)
          .join(', ')}.`,
      ),
    ]);
  const chain = [...seen, id];
  if (chain.includes(base))
    throw new ManifestError([
      document.problem(
        ['extends'],
        `"extends" is circular: ${[...chain, base].join(' → ')}.`,
        'Remove "extends" from one of them.',
      ),
    ]);
  if (!existsSync(join(root, base)) || codeFolders.has(base)) {
    const near = nearest(base, tenantIds(root));
    throw new ManifestError([
      document.problem(
        ['extends'],
        `There is no deployment ${shownValue(base)} to extend.`,
        near ? `Did you mean "${near}"?` : `Choose one of: ${tenantIds(root).join(', ')}.`,
      ),
    ]);
  }
  return [document, ...readChain(base, root, chain)];
}

/**
 * Reads `<root>/<id>/manifest.json` and the manifests it extends. Properties of `neverInherited` are not copied.
 * @throws ManifestError when a file is missing or not JSON, or `extends` names no other deployment or is circular.
 */
export function readSource(id: string, root: string): Source {
  const chain = readChain(id, root, []);
  const manifest = chain[0];
  if (!manifest) throw new Error(`No manifest was read for ${id}.`);
  const value = chain.toReversed().reduce<JsonObject>((base, { value: override }) => {
    const inherited = Object.fromEntries(
      Object.entries(base).filter(([key]) => !neverInherited.some((name) => name === key)),
    );
    return merge(inherited, isObject(override) ? override : {});
  }, {});
  return {
    id,
    dir: join(root, id),
    value: merge(structuredClone(manifestDefaults), value),
    problem: (path, message, fix, at) =>
      (chain.find((document) => document.has(path)) ?? manifest).problem(path, message, fix, at),
    ownProblem: manifest.problem,
  };
}
