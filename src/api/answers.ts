import type { Me } from '../../contract/auth.ts';
import { collections } from '../../contract/kinds.ts';
import type { Caller } from '../../contract/permissions.ts';
import type { Tenant } from '../../contract/tenant.ts';
import known from './answers.json' with { type: 'json' };
import { type Can, canRules, type Rule, verdictsOfRole, writersMay } from './derivedVerdicts.ts';
import { ApiError } from './problem.ts';
import type { Shape, Shapes } from './shapes.ts';

const { kinds, routes, shapes }: Shapes = known as unknown as Shapes;

/** The signed-in person and the deployment; permissions that an answer leaves out are derived from them. */
export type Reader = { person: Caller | null; tenant: () => Pick<Tenant, 'flags' | 'allowedRoles'> };

type Fields = Record<string, unknown>;

/** The permissions of a person without any. */
const noPermissions: Me['verdicts'] = {
  overview: 'own',
  versions: false,
  users: false,
  reports: false,
  feedback: false,
  interpretations: false,
  roles: [],
  collections: Object.fromEntries(collections.map((name) => [name, 'none'])) as Me['verdicts']['collections'],
};

/** The rule that derives `can` for records of a shape: its own rule, or the write permission for its kind. */
function ruleOf(shape: string): Rule {
  const kind = kinds[shape];
  return canRules[shape] ?? (kind ? writersMay(kind) : () => ({}));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An answer without a required field that has no default. */
export class UnfitAnswer extends Error {
  constructor(place: string) {
    super(`The answer of the server has nothing usable at ${place}. docs/ops/own-backend.md says what must be there.`);
    this.name = 'UnfitAnswer';
  }
}

const routePatterns = Object.entries(routes)
  .toSorted(([a], [b]) => a.split('{}').length - b.split('{}').length)
  .map(([route, shape]) => ({ pattern: new RegExp(`^${route.replaceAll('{}', '[^/]+')}$`), shape }));

/** The shape of the answer of a call; null if the contract has no such route. `path` is relative to BACKEND_URL. */
function shapeOfCall(method: string, path: string): Shape | null {
  const call = `${method} ${path.replace(/\?.*$/, '')}`;
  return routePatterns.find(({ pattern }) => pattern.test(call))?.shape ?? null;
}

/** The shape that shares the most fields with an answer. */
function closest(names: string[], value: unknown): string {
  const shared = (name: string) => {
    const shape = shapes[name.slice(1)];
    return isObject(shape) && isObject(value) ? Object.keys(shape).filter((field) => field in value).length : 0;
  };
  return names.toSorted((a, b) => shared(b) - shared(a))[0] ?? '';
}

function fitText(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

function fitNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Fits a value that is neither an object nor a list. */
function fitWord(value: unknown, word: string, place: string): unknown {
  switch (word) {
    case 'text':
      return fitText(value) ?? '';
    case 'number':
      return fitNumber(value) ?? 0;
    case 'flag':
      return value === true;
    case 'choice':
      return fitText(value);
    case 'must': {
      const text = fitText(value);
      if (text === null || text === '') throw new UnfitAnswer(place);
      return text;
    }
    default:
      return value ?? null;
  }
}

/** Fits values into the shapes of the contract, in place. */
function fitter({ person: reader, tenant }: Reader) {
  // The session's answer names the person, so its own `can` fields are derived for that person.
  let person = reader;

  function fit(value: unknown, shape: Shape, place: string): unknown {
    if (typeof shape === 'string') {
      if (shape.endsWith('?')) return (value ?? null) === null ? null : fit(value, shape.slice(0, -1), place);
      if (!shape.startsWith('#')) return fitWord(value, shape, place);
      const name = shape.includes('|') ? closest(shape.split('|'), value) : shape;
      return fitNamed(value, name.slice(1), place);
    }
    if (isList(shape)) {
      const [item] = shape;
      const isOfObjects = typeof item !== 'string' || item.startsWith('#');
      const list: unknown = value ?? [];
      if (!Array.isArray(list)) throw new UnfitAnswer(place);
      return list
        .filter((entry) => !isOfObjects || isObject(entry))
        .map((entry, at) => fit(entry, item, `${place}[${at}]`));
    }
    return fitFields(value, shape, place);
  }

  function fitFields(value: unknown, shape: { readonly [field: string]: Shape }, place: string): Fields {
    // A list without pagination.
    const whole = 'results' in shape && Array.isArray(value) ? { results: value } : value;
    if (!isObject(whole)) throw new UnfitAnswer(place);
    for (const [name, part] of Object.entries(shape)) {
      const field = name.replace('?', '');
      if (name !== field) fitOptional(whole, field, part, `${place}.${field}`);
      else if (!isLater(field, part)) whole[field] = fit(whole[field], part, `${place}.${field}`);
    }
    if ('count' in shape && Array.isArray(whole.results) && whole.count === 0) whole.count = whole.results.length;
    return whole;
  }

  function fitOptional(whole: Fields, field: string, shape: Shape, place: string): void {
    const isEmptyList = typeof shape === 'object' && isList(shape) && whole[field] === null;
    if (isEmptyList || (whole[field] ?? null) !== null) whole[field] = fit(whole[field], shape, place);
    else if (!allowsNull(shape)) delete whole[field];
  }

  function fitNamed(value: unknown, name: string, place: string): Fields {
    const shape = shapes[name];
    if (!isObject(shape)) throw new UnfitAnswer(place);
    const fields = fitFields(value, shape, place);
    if (name === 'Me') fields.verdicts = fitVerdicts(fields);
    else if (isObject(shape.can)) fields.can = fitCan(fields, name, Object.keys(shape.can));
    return fields;
  }

  /**
   * Permissions in the answer count; missing ones are derived from the role. Throws if the role has no place in the deployment.
   */
  function fitVerdicts(me: Fields): Me['verdicts'] {
    const given = isObject(me.verdicts) ? (me.verdicts as Partial<Me['verdicts']>) : null;
    const { id, role } = me as Me;
    person = { id, role };
    if (given && isComplete(given)) return given;
    const derived = verdictsOfRole(role, tenant());
    if (derived === null && given === null) throw new ApiError('no_permission_to_login', { status: 403 });
    const base = derived ?? noPermissions;
    return { ...base, ...given, collections: { ...base.collections, ...given?.collections } };
  }

  function fitCan(record: Fields, name: string, acts: string[]): Can {
    const given: Fields = isObject(record.can) ? record.can : {};
    const hasAllActs = acts.every((act) => typeof given[act] === 'boolean');
    const derived = hasAllActs || person === null ? {} : ruleOf(name)(record, person, tenant().flags);
    return Object.fromEntries(
      acts.map((act) => [act, typeof given[act] === 'boolean' ? given[act] : (derived[act] ?? false)]),
    );
  }

  return fit;
}

/** Whether no permission is missing. */
function isComplete(given: Partial<Me['verdicts']>): given is Me['verdicts'] {
  return (
    Object.keys(noPermissions).every((name) => name in given) &&
    collections.every((name) => given.collections?.[name] !== undefined)
  );
}

/** `can` depends on the other fields of a record, so it is fitted last. */
function isLater(field: string, shape: Shape): boolean {
  return (field === 'can' || field === 'verdicts') && isObject(shape);
}

function allowsNull(shape: Shape): boolean {
  return typeof shape === 'string' && (shape.endsWith('?') || shape === 'any' || shape === 'choice');
}

function isList(shape: Exclude<Shape, string>): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/**
 * Fits an answer into the shape of the contract: optional fields are filled in, permissions are derived from the
 * role, and fields unknown to the contract are kept. Throws `UnfitAnswer` if a required field is missing, and `ApiError` if the
 * person has no place in this deployment.
 */
export function fitAnswer(
  answer: unknown,
  { method, path }: { method: string; path: string },
  reader: Reader,
): unknown {
  const shape = shapeOfCall(method, path);
  return shape === null ? answer : fitter(reader)(answer, shape, `${method} ${path}`);
}
