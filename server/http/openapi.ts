import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCompress } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import Type from 'typebox';
import { errorCodes, Problem } from '../../contract/errors.ts';
import type { Deployment } from '../deployment.ts';
import { html, plainPage, type Html } from '../html.ts';
import { addExamples, exampleOf, isObject, type JsonObject } from './examples.ts';
import { operationIdOf } from './operationIds.ts';
import { sensitiveActs } from '../policies/sensitiveActs.ts';
import { isForReaders, type Policy } from '../policies/policy.ts';

/** Replaces every named schema by a reference and collects the schemas by name. */
function nameSchemas(schema: unknown, named: Map<string, JsonObject>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => nameSchemas(item, named));
  if (!isObject(schema)) return schema;
  const { $id, ...rest } = schema;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nameSchemas(value, named)]));
  if (typeof $id !== 'string') return inner;
  named.set($id, inner);
  return { $ref: `#/components/schemas/${$id}` };
}

const problemAnswer = {
  description: 'An error with a code of the catalogue.',
  content: { 'application/problem+json': { schema: Problem } },
};

const problemExample: Problem = {
  status: 404,
  title: 'Not Found',
  code: 'not_found',
  request_id: '7a1f0c52-6d2e-4a57-9f0b-2f6d0b7c3e11',
};

/** Headers that an answer has if they apply. */
const answerHeaders = {
  'X-Request-Id': { description: 'Names the call in the logs. A client may send its own.', schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left of each limit that the call was counted under, and the seconds until it is whole again.',
    schema: { type: 'string' },
    example: '"sign-in";r=99;t=900',
  },
  'RateLimit-Policy': {
    description: 'The number of calls that each limit allows, and its window in seconds.',
    schema: { type: 'string' },
    example: '"sign-in";q=100;w=900',
  },
};

const errorHeaders = {
  ...answerHeaders,
  'Retry-After': { description: 'With 429: seconds until the call may be made again.', schema: { type: 'integer' } },
};

const deprecatedHeaders = {
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', schema: { type: 'string' } },
  Sunset: { description: 'When the operation will be removed (RFC 8594).', schema: { type: 'string' } },
};

function securityOf(policy: Policy | undefined, method: unknown): { security?: Record<string, string[]>[] } {
  if (policy === 'public') return { security: [] };
  if (typeof policy === 'object' && 'scope' in policy) return { security: [{ service: [policy.scope] }] };
  return { security: [{ token: [] }, ...(isForReaders(policy, method) ? [{ service: ['read'] }] : [])] };
}

const needsProof =
  '403 `insufficient_user_authentication` without a proof of the last ten minutes (`auth/reauthentication/`).';

/** Additions to every route: its authentication and its error responses. */
function describe(
  schema: FastifySchema,
  { config, method, url }: RouteOptions,
  named: Map<string, JsonObject>,
): FastifySchema {
  const answers = isObject(schema.response) ? schema.response : {};
  const [firstMethod = ''] = [method].flat();
  const sensitive = sensitiveActs[`${firstMethod} ${url}`];
  const remarks = [
    schema.description,
    sensitive?.proof === 'always' && needsProof,
    sensitive?.told.includes('person') && 'The person whose access it changes gets an e-mail.',
    sensitive?.told.includes('owners') &&
      'Owners get an e-mail if a manager, an owner or another system gets access by it.',
  ].filter(Boolean);
  const described = {
    operationId: operationIdOf(firstMethod, url),
    ...schema,
    ...(remarks.length > 0 ? { description: remarks.join(' ') } : {}),
    ...securityOf(config?.policy, method),
    ...(config?.deprecated ? { deprecated: true } : {}),
    ...(config?.flag ? { 'x-flag': config.flag } : {}),
  };
  const response = Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, nameSchemas(answer, named)]),
  );
  return {
    ...described,
    ...(schema.body ? { body: nameSchemas(schema.body, named) } : {}),
    response: { ...response, default: nameSchemas(problemAnswer, named) },
  };
}

/** Collects the routes registered after it into an OpenAPI 3.1 document. */
export async function collectRoutes(
  app: FastifyInstance,
  { brand, version, flags }: Deployment,
  publicUrl: string | null,
): Promise<void> {
  const named = new Map<string, JsonObject>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand}: API`,
        version,
        description:
          'Paths end in a slash. Every error is `application/problem+json` with a code; clients translate the code.',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Token <token>`, with the token of a session.',
          },
          service: {
            type: 'http',
            scheme: 'bearer',
            description: '`Bearer <secret>`, with the secret of a service account that has the scope.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { flag } = route.config ?? {};
      // Routes of disabled flags are not described either.
      const isOff = flag !== undefined && !flags[flag];
      return { schema: isOff || schema.hide ? { hide: true } : describe(schema, route, named), url };
    },
    transformObject: (document) => {
      const object = 'openapiObject' in document ? document.openapiObject : {};
      completeOperations(object as { paths?: Document['paths'] }, named);
      const schemas = Object.fromEntries([...named].toSorted(([a], [b]) => a.localeCompare(b)));
      // Without a configured address: relative to the document.
      const servers = [{ url: publicUrl ?? './' }];
      return { ...object, servers, components: { ...object.components, schemas } } as typeof object;
    },
  });
}

type Answer = {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonObject; example?: unknown }>;
};

type Operation = {
  summary?: string;
  description?: string;
  security?: { token?: string[]; service?: string[] }[];
  deprecated?: boolean;
  'x-flag'?: string;
  requestBody?: { content: Record<string, { schema: JsonObject; example?: unknown }> };
  parameters?: { name: string; in: string; description?: string; schema?: JsonObject; example?: unknown }[];
  responses: Record<string, Answer>;
};

type Document = {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonObject> };
};

/** Adds examples, and the headers of answers. */
function completeOperations({ paths = {} }: { paths?: Document['paths'] }, named: Map<string, JsonObject>): void {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const { requestBody, parameters = [], responses, deprecated } of all) {
    addExamples(requestBody?.content, named);
    for (const parameter of parameters)
      if (parameter.in === 'path') parameter.example ??= exampleOf(parameter.schema, named, parameter.name);
    for (const [status, answer] of Object.entries(responses)) {
      addExamples(answer.content, named);
      const headers = status === 'default' ? errorHeaders : answerHeaders;
      answer.headers = { ...answer.headers, ...headers, ...(deprecated ? deprecatedHeaders : {}) };
    }
    const problem = responses['default']?.content?.['application/problem+json'];
    if (problem) problem.example = problemExample;
  }
}

/** Text with `code` in backticks as HTML. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** A short notation of a type, with names as links. */
function typeOf(schema: unknown): Html {
  if (!isObject(schema)) return html`anything`;
  const { $ref, anyOf, type, items, format, enum: values, const: value } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#${name}">${name}</a>`;
  }
  if (Array.isArray(anyOf)) return html`${anyOf.map((part, index) => html`${index ? ' | ' : ''}${typeOf(part)}`)}`;
  if (Array.isArray(values)) return html`${values.map((choice) => JSON.stringify(choice)).join(' | ')}`;
  if (value !== undefined) return html`${JSON.stringify(value)}`;
  if (type === 'array') return html`${typeOf(items)}[]`;
  return html`${typeof type === 'string' ? type : 'anything'}${typeof format === 'string' ? ` (${format})` : ''}`;
}

function fieldRows(schema: JsonObject, within = ''): Html[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).flatMap(([name, field]) => {
    const path = `${within}${name}`;
    const { description } = isObject(field) ? field : {};
    const row = html`<tr>
      <td><code>${path}</code>${required.includes(name) ? '' : html` <span class="muted">optional</span>`}</td>
      <td><code>${typeOf(field)}</code></td>
      <td>${prose(typeof description === 'string' ? description : '')}</td>
    </tr>`;
    const element = isObject(field) && field['type'] === 'array' ? field['items'] : field;
    const inner = isObject(element) && element['properties'] ? fieldRows(element, `${path}.`) : [];
    return [row, ...inner];
  });
}

function bodyOf(part: { content?: Record<string, { schema: JsonObject }> } | undefined): Html {
  const [content] = Object.values(part?.content ?? {});
  return content ? html`<code>${typeOf(content.schema)}</code>` : html`<span class="muted">nothing</span>`;
}

function callerOf({ security }: Operation): string {
  if (security?.length === 0) return 'public';
  return (security ?? [])
    .map(({ service }) => (service ? `service account with the scope ${service.join(', ')}` : 'signed in'))
    .join(', or ');
}

function operation(method: string, path: string, described: Operation): Html {
  const answers = Object.entries(described.responses).map(
    ([status, answer]) =>
      html`<tr>
        <td>${status === 'default' ? 'failure' : status}</td>
        <td>${bodyOf(answer)}</td>
      </tr>`,
  );
  const facts = [
    callerOf(described),
    ...(described.deprecated ? ['deprecated'] : []),
    ...(described['x-flag'] ? [`only with the flag ${described['x-flag']}`] : []),
  ];
  return html`<h3>
      <span class="method">${method.toUpperCase()}</span>
      <code>${path.replace(/^\//, '')}</code>
    </h3>
    <p>
      ${described.summary ?? ''}. ${prose(described.description ?? '')} <span class="muted">(${facts.join(', ')})</span>
    </p>
    <div class="wide">
      <table>
        <tbody>
          <tr>
            <td>takes</td>
            <td>${bodyOf(described.requestBody)}</td>
          </tr>
          ${answers}
        </tbody>
      </table>
    </div>`;
}

function docsPage({ info, paths, components }: Document): ReturnType<typeof plainPage> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method, path, described)),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const rows = fieldRows(schema);
    const fields = html`<div class="wide">
      <table>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
    return html`<h3 id="${name}">${name}</h3>
      ${rows.length ? fields : html`<p><code>${typeOf(schema)}</code></p>`}`;
  });
  const codes = Object.entries(errorCodes).map(
    ([code, status]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${status}</td>
      </tr>`,
  );
  const body = html`<h1>${info.title}</h1>
    <p class="muted">Version ${info.version}. <a href="../openapi.json">OpenAPI 3.1</a></p>
    <p>${prose(info.description ?? '')}</p>
    <h2>Calls</h2>
    ${operations}
    <h2>Shapes</h2>
    ${schemas}
    <h2>Codes</h2>
    <p>The <code>code</code> of a failure, and the status that it comes with.</p>
    <table>
      <tbody>
        ${codes}
      </tbody>
    </table>`;
  return plainPage(info.title, body, { style: 'td:first-child{width:260px}' });
}

/** A constant response: serialised and compressed once per process. */
type Prepared = { etag: string; headers: Record<string, string>; encoded: Record<'br' | 'gzip' | 'identity', Buffer> };

async function prepare(text: string, headers: Record<string, string>): Promise<Prepared> {
  const identity = Buffer.from(text);
  const [br, gzip] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzipCompress)(identity)]);
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url')}"`,
    headers: { ...headers, 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' },
    encoded: { br, gzip, identity },
  };
}

/** The first of our encodings that a call accepts. */
function encodingOf(accepted: string | undefined): 'br' | 'gzip' | 'identity' {
  const names = (accepted ?? '').split(',').flatMap((choice) => {
    const [name = '', quality = 'q=1'] = choice.split(';').map((part) => part.trim());
    return Number(quality.replace(/^q=/, '')) > 0 ? name : [];
  });
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}

function sendPrepared({ headers: asked }: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const { etag, headers, encoded } = prepared;
  reply.headers({ ...headers, etag });
  if (asked['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send();
  const encoding = encodingOf(asked['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(encoded[encoding]);
}

/**
 * `openapi.json`, and `docs/` as a page without scripts. Both are public: they describe the routes, not a deployment's
 * records (decision 243).
 */
export async function documentRoutes(app: FastifyInstance): Promise<void> {
  const config = { policy: 'public' as const };
  const schema = { hide: true, response: { 200: Type.Unsafe<Buffer>(Type.String({ format: 'binary' })) } };
  let prepared: Promise<{ document: Prepared; page: Prepared }> | null = null;
  const prepareBoth = async () => {
    const text = JSON.stringify(app.swagger());
    // The document is generated from our own routes; its type is wider than its content.
    const page = docsPage(JSON.parse(text) as Document);
    return {
      document: await prepare(text, { 'content-type': 'application/json; charset=utf-8' }),
      page: await prepare(page.text, page.headers),
    };
  };
  const both = () => (prepared ??= prepareBoth());
  app.get('/openapi.json', { config, schema }, async (request, reply) =>
    sendPrepared(request, reply, (await both()).document),
  );
  app.get('/docs/', { config, schema }, async (request, reply) => sendPrepared(request, reply, (await both()).page));
}
