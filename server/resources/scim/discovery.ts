import SCIMMY from 'scimmy';
import { type Json, schemaIds } from './wire.ts';

/** The attributes of a schema that are stored; others are accepted and left out. */
const stored: Record<string, readonly string[]> = {
  [schemaIds.user]: ['userName', 'name', 'displayName', 'active', 'emails', 'roles', 'groups'],
  [schemaIds.enterprise]: ['department'],
  [schemaIds.group]: ['displayName', 'members'],
};

/** `ServiceProviderConfig`: what the server can do (RFC 7643, 5). */
export function serviceProviderConfig(base: string): Json {
  const off = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxCount },
    changePassword: off,
    sort: off,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an owner creates in the settings of the dashboard.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** The most resources of one answer. */
export const maxCount = 200;

/** `ResourceTypes` (RFC 7643, 6). */
export function resourceTypes(base: string): Json[] {
  const typeOf = (name: string, schema: string, more: Json = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, endpoint: `/${name}s`, description: `${name}s of the dashboard`, schema },
    ...more,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });
  return [
    typeOf('User', schemaIds.user, { schemaExtensions: [{ schema: schemaIds.enterprise, required: false }] }),
    typeOf('Group', schemaIds.group),
  ];
}

/** `Schemas`: the attributes that are stored (RFC 7643, 7). */
export function schemas(base: string): Json[] {
  return [SCIMMY.Schemas.User, SCIMMY.Schemas.EnterpriseUser, SCIMMY.Schemas.Group].map(({ definition }) => {
    const described = JSON.parse(JSON.stringify(definition.describe(`${base}/Schemas`))) as Json & {
      id: string;
      attributes: { name: string }[];
    };
    const names = stored[described.id] ?? [];
    return { ...described, attributes: described.attributes.filter(({ name }) => names.includes(name)) };
  });
}

/** A list (RFC 7644, 3.4.2): the resources from `startIndex`, which counts from one. */
export function listOf(
  resources: Json[],
  { startIndex = 1, count = maxCount }: { startIndex?: number; count?: number },
): Json {
  const first = Math.max(1, startIndex);
  const size = Math.min(Math.max(0, count), maxCount);
  const shown = resources.slice(first - 1, first - 1 + size);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: resources.length,
    startIndex: first,
    itemsPerPage: shown.length,
    Resources: shown,
  };
}

/** A resource without the attributes that are excluded, or with only those that are asked for (RFC 7644, 3.9). */
export function withAttributes(
  resource: Json,
  { attributes, excludedAttributes }: { attributes?: string; excludedAttributes?: string },
): Json {
  const namesIn = (text: string) => text.split(',').map((name) => name.trim().split('.')[0]?.toLowerCase());
  const always = ['schemas', 'id', 'meta'];
  const keeps = (name: string): boolean => {
    if (always.includes(name)) return true;
    if (attributes) return namesIn(attributes).includes(name.toLowerCase());
    return !namesIn(excludedAttributes ?? '').includes(name.toLowerCase());
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => keeps(name)));
}
