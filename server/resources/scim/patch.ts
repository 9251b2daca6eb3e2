import SCIMMY from 'scimmy';
import type { Json } from './wire.ts';

SCIMMY.Schemas.User.definition.extend(SCIMMY.Schemas.EnterpriseUser.definition, false);

/** Attributes that are true or false. */
const booleans = /(^|[.:])(active|primary)$/i;

/** `"False"` as `false`: Microsoft Entra ID writes booleans as texts. */
function readBooleans(value: unknown, path: string): unknown {
  if (typeof value === 'string' && booleans.test(path) && /^(true|false)$/i.test(value))
    return value.toLowerCase() === 'true';
  if (Array.isArray(value)) return value.map((one) => readBooleans(one, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readBooleans(one, name)]));
}

/** The body of a request with booleans as such. */
export function readBody(body: unknown): Json {
  return readBooleans(body, '') as Json;
}

const plain = (resource: object): Json => JSON.parse(JSON.stringify(resource)) as Json;

/** Checks a user of a request against the schema. Attributes that the schema does not have are left out. @throws SCIMMY's error, TypeError */
export function checkUser(body: Json): Json {
  return plain(new SCIMMY.Schemas.User(body, 'in'));
}

/** The same for a group. */
export function checkGroup(body: Json): Json {
  return plain(new SCIMMY.Schemas.Group(body, 'in'));
}

/** The operations of a PATCH, with booleans as such in each value. */
function operationsOf(body: unknown): Json {
  const request = body as { Operations?: unknown };
  if (!Array.isArray(request.Operations)) return body as Json;
  return {
    ...request,
    Operations: request.Operations.map((operation: unknown) => {
      if (typeof operation !== 'object' || operation === null || !('value' in operation)) return operation;
      const path = 'path' in operation && typeof operation.path === 'string' ? operation.path : '';
      return { ...operation, value: readBooleans(operation.value, path) };
    }),
  };
}

/**
 * Applies the operations of a PATCH (RFC 7644, 3.5.2) to a resource, all of them or none.
 * @throws SCIMMY's error
 */
export async function patched(kind: 'User' | 'Group', resource: Json, body: unknown): Promise<Json> {
  const before = new SCIMMY.Schemas[kind](resource, 'out');
  const operations = operationsOf(body) as ConstructorParameters<typeof SCIMMY.Messages.PatchOp>[0];
  const after = await new SCIMMY.Messages.PatchOp(operations).apply(before);
  return plain(after ?? before);
}
