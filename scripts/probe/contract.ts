import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { flags as flagNames, type Flag, type Flags } from '../../contract/flags.ts';
import { build } from '../../server/app.ts';
import type { Database } from '../../server/db/database.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import type { JsonSchema } from './schema.ts';

type Content = Record<string, { schema?: JsonSchema }>;

type DescribedOperation = {
  tags?: string[];
  summary?: string;
  security?: unknown[];
  'x-flag'?: Flag;
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema; example?: unknown }[];
  requestBody?: { content?: Content };
  responses: Record<string, { content?: Content }>;
};

/** As much of an OpenAPI 3.1 document as is looked at here. */
export type ApiDocument = {
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

/** A value that a call takes beside its body. */
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  /** Parameters that only make sense together all have one. */
  example?: unknown;
};

/** What a call may answer when it succeeds. `schema` is null where there is no body, or none that is JSON. */
export type Answer = { status: number; contentTypes: string[]; schema: JsonSchema | null };

/** One call of the contract, with every reference followed. */
export type Operation = {
  /** `GET /users/{id}/`. */
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  flag: Flag | null;
  parameters: Parameter[];
  /** Null: takes no body. */
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

/** A schema with what it refers to in the place of the reference; a shape within itself is not followed any more. */
function followed(schema: unknown, document: ApiDocument, within: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((part) => followed(part, document, within));
  if (!isObject(schema)) return schema;
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    const target = document.components?.schemas?.[name];
    return within.includes(name) || !target ? {} : followed(target, document, [...within, name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, followed(part, document, within)]));
}

const isJson = (contentType: string) => /[/+]json\b/.test(contentType);

/** Every call that a document describes. */
export function operationsOf(document: ApiDocument): Operation[] {
  const follow = (schema: JsonSchema | undefined) => followed(schema ?? {}, document) as JsonSchema;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, described]): Operation => {
        const [body] = Object.entries(described.requestBody?.content ?? {});
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          isPublic: !described.security,
          flag: described['x-flag'] ?? null,
          parameters: (described.parameters ?? []).flatMap(({ name, in: place, required, schema, example }) =>
            isPlace(place) ? [{ name, in: place, required: required === true, schema: follow(schema), example }] : [],
          ),
          body: body ? { contentType: body[0], schema: follow(body[1].schema) } : null,
          answers: Object.entries(described.responses)
            .filter(([status]) => status !== 'default')
            .map(([status, { content = {} }]) => {
              const json = Object.entries(content).find(([type]) => isJson(type));
              return {
                status: Number(status),
                contentTypes: Object.keys(content),
                schema: json ? follow(json[1].schema) : null,
              };
            }),
        };
      }),
  );
}

/** A database that keeps nothing and answers nothing: enough for a backend that only describes itself. */
function noDatabase(): Database {
  const db: Database['db'] = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (within) => new PostgresIntrospector(within),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { kind: 'embedded', db, migrate: async () => [], ping: async () => undefined, close: () => db.destroy() };
}

/**
 * The contract as an OpenAPI document: of one deployment with its flags, or with every flag on.
 * @throws ManifestError when there is no such deployment.
 */
export async function contractDocument(tenant: string | null): Promise<ApiDocument> {
  const deployment = await loadDeployment(tenant ?? 'dev');
  const everything = Object.fromEntries(flagNames.map((flag) => [flag, true])) as Flags;
  const mailer = { send: async () => undefined, close: () => undefined };
  const app = await build({
    deployment: tenant ? deployment : { ...deployment, flags: everything },
    database: noDatabase(),
    mailer,
  });
  try {
    return (await app.inject('/openapi.json')).json();
  } finally {
    await app.close();
  }
}
