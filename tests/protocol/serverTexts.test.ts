import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { usualDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

type Schema = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: string[];
  const?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  $ref?: string;
};
type Contract = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
};

/** With any number of lines. */
const texts = ['answer', 'closure_note', 'message', 'note', 'notes'];
/** Secrets, and values of providers and browsers, which are compared or checked against a list. */
const secrets = [
  'code',
  'current_password',
  'deviceToken',
  'email',
  'endpoint',
  'iss',
  'logout_token',
  'openidToken',
  'otpToken',
  'password',
  'password_confirmation',
  'state',
  'token',
  'zone',
];

describe('texts in bodies', () => {
  const backend = backendOf(usualDatabase);
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
  });

  it('are single-line, except those listed as multi-line', async () => {
    const { paths, components } = (await app.inject('/openapi.json')).json<Contract>();
    const found: Record<string, Set<string>> = { line: new Set(), text: new Set(), bare: new Set() };
    const walk = (schema: Schema, field: string): void => {
      const named = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
      if (named) return walk(named, field);
      for (const part of schema.anyOf ?? []) walk(part, field);
      if (schema.items) walk(schema.items, field);
      for (const [name, part] of Object.entries(schema.properties ?? {})) walk(part, name);
      const { type, format, pattern, enum: values, const: value } = schema;
      if (type !== 'string' || pattern || values || value !== undefined) return;
      if (format === 'line' || format === 'text') found[format]?.add(field);
      else if (!format) found['bare']?.add(field);
    };
    for (const methods of Object.values(paths))
      for (const { requestBody } of Object.values(methods))
        for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) walk(schema, '');
    expect([...(found['text'] ?? [])].toSorted()).toEqual(texts);
    expect([...(found['bare'] ?? [])].filter((field) => !secrets.includes(field))).toEqual([]);
    expect([...(found['line'] ?? [])]).toEqual(expect.arrayContaining(['name', 'title', 'first_name', 'address']));
  });

  it.each(['a\nline', 'a\rline', 'a\ttab', 'a\u0000null', 'a\u001bescape', 'a\u2028line', 'a\u0085line'])(
    'on one line are refused with control characters: %j',
    async (name) => {
      const calls = callsOf(app, await backend.signedIn());
      const refused = await calls.post('/departments/', { name });
      expect([refused.statusCode, refused.json().errors]).toEqual([400, { name: ['control_characters'] }]);
    },
  );

  it('report the bound that they violate', async () => {
    const calls = callsOf(app, await backend.signedIn());
    const limits = async (body: object) => (await calls.post('/departments/', body)).json().limits;
    expect(await limits({ name: 'ab' })).toEqual({ name: 3 });
    expect(await limits({ name: 'x'.repeat(101) })).toEqual({ name: 100 });
    expect(await limits({ name: 5 })).toBeUndefined();
  });

  it('are counted after trimming: names of people from one character, of things from three', async () => {
    const calls = callsOf(app, await backend.signedIn());
    const person = { email: 'bo@testland.example', first_name: ' B ', last_name: 'Li', role: 'deaf' };
    expect((await calls.post('/users/', person)).json()).toMatchObject({ first_name: 'B', last_name: 'Li' });
    expect((await calls.post('/departments/', { name: ' ab ' })).json().errors).toEqual({ name: ['too_short'] });
    const contact = await calls.post('/contacts/', { name: 'Bo', phoneNumber: '5885522' });
    expect(contact.json().errors).toEqual({ name: ['too_short'] });
  });
});
