import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { flags as flagNames, type Flag, type Flags } from '../../contract/flags.ts';
import { build } from '../../server/app.ts';
import type { Database } from '../../server/db/database.ts';
import { fileKeysOf, keyLength } from '../../server/files/fileKeys.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import type { JsonSchema } from './schema.ts';

type Content = Record<string, { schema?: JsonSchema }>;

type DescribedOperation = {
  tags?: string[];
  summary?: string;
  security?: object[];
  'x-flag'?: Flag;
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema; example?: unknown }[];
  requestBody?: { content?: Content };
  responses: Record<string, { content?: Content }>;
};

/** The part of an OpenAPI 3.1 document that is used here. */
export type ApiDocument = {
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

/** A path, query or header parameter. */
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  /** Given for all parameters that must be combined. */
  example?: unknown;
};

/** A declared success response. `schema` is null when it has no JSON body. */
export type Answer = { status: number; contentTypes: string[]; schema: JsonSchema | null };

/** An operation of the contract with every `$ref` resolved. */
export type Operation = {
  /** `GET /users/{id}/`. */
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  flag: Flag | null;
  parameters: Parameter[];
  /** Null when it takes no body. */
  body: { contentType: string; schema: JsonSchema } | null;
  answers: Answer[];
};

const places: readonly string[] = ['path', 'query', 'header'];

function isPlace(place: string): place is Parameter['in'] {
  return places.includes(place);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Resolves every `$ref` of a schema. A recursive reference becomes `{}`. */
export function resolved(schema: unknown, document: ApiDocument, within: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((part) => resolved(part, document, within));
  if (!isObject(schema)) return schema;
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    const target = document.components?.schemas?.[name];
    return within.includes(name) || !target ? {} : resolved(target, document, [...within, name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, resolved(part, document, within)]));
}

const isJson = (contentType: string) => /[/+]json\b/.test(contentType);

/** Whether only service accounts may call: such routes are not checked, because other backends may integrate systems differently. */
export const isForServices = (security: object[] = []): boolean =>
  security.length > 0 && security.every((scheme) => 'service' in scheme);

/** Every operation of a document except HEAD, and those for other systems. */
export function operationsOf(document: ApiDocument): Operation[] {
  const resolve = (schema: JsonSchema | undefined) => resolved(schema ?? {}, document) as JsonSchema;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'head' && !isForServices(security))
      .map(([method, described]): Operation => {
        const [body] = Object.entries(described.requestBody?.content ?? {});
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          isPublic: !described.security?.length,
          flag: described['x-flag'] ?? null,
          parameters: (described.parameters ?? []).flatMap(({ name, in: place, required, schema, example }) =>
            isPlace(place) ? [{ name, in: place, required: required === true, schema: resolve(schema), example }] : [],
          ),
          body: body ? { contentType: body[0], schema: resolve(body[1].schema) } : null,
          answers: Object.entries(described.responses)
            .filter(([status]) => status !== 'default')
            .map(([status, { content = {} }]) => {
              const json = Object.entries(content).find(([type]) => isJson(type));
              return {
                status: Number(status),
                contentTypes: Object.keys(content),
                schema: json ? resolve(json[1].schema) : null,
              };
            }),
        };
      }),
  );
}

/** A database without a connection, for a backend that only returns its OpenAPI document. */
function noDatabase(): Database {
  const db: Database['db'] = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (within) => new PostgresIntrospector(within),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    kind: 'embedded',
    db,
    migrate: async () => [],
    isAppendOnly: async () => true,
    ping: async () => undefined,
    connections: () => null,
    replica: null,
    missingSettings: async () => [],
    listen: async () => async () => undefined,
    close: () => db.destroy(),
  };
}

/**
 * The contract as an OpenAPI document, with the flags of a deployment, or with every flag on for null.
 * @throws ManifestError for an unknown deployment.
 */
export async function contractDocument(tenant: string | null): Promise<ApiDocument> {
  const deployment = await loadDeployment(tenant ?? 'dev');
  const everything = Object.fromEntries(flagNames.map((flag) => [flag, true])) as Flags;
  const mailer = { send: async () => undefined, close: () => undefined };
  const app = await build({
    deployment: tenant ? deployment : { ...deployment, flags: everything },
    database: noDatabase(),
    mailer,
    // It stores no file.
    fileKeys: fileKeysOf([Buffer.alloc(keyLength)]),
  });
  try {
    return (await app.inject('/openapi.json')).json();
  } finally {
    await app.close();
  }
}
