import type { Flag } from '../../contract/flags.ts';
import type { Names } from './names.ts';

/** Details of a kind that are not its name. */
export type Details = {
  /** The flag that the kind depends on. */
  flag: Flag | undefined;
  /** The file name of its migration. */
  migration: string;
};

const migrationOf = ({ kind, title }: Names) => `-- previous release: yes
-- ${title}.
create table ${kind} (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(btrim(name)) >= 3),
  created timestamptz not null
);
call make_collection('${kind}', 'id');
`;

const contractOf = ({ kind, one, Many, One, label }: Names) => `import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Instant, Name, named, partialForm } from './fields.ts';

/** ${label}. */
export const ${One} = named('${One}', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type ${One} = Static<typeof ${One}>;

const editable = { name: Name };

/** \`POST ${kind}/\`. */
export const New${One} = form('New${One}', editable);
export type New${One} = Static<typeof New${One}>;

/** \`PATCH ${kind}/{id}/\`: omitted fields keep their value. */
export const ${One}Changes = partialForm('${One}Changes', editable);
export type ${One}Changes = Static<typeof ${One}Changes>;

/** The sort keys of the list. */
export const ${one}Orderings = ['name', 'created'] as const;

/** \`GET ${kind}/\`: the query. The search covers the name. */
export const ${Many}Query = listQuery(${one}Orderings, {});
export type ${Many}Query = Static<typeof ${Many}Query>;

/** \`GET ${kind}/\`: the response. */
export const ${Many}Page = page(${One}, '${Many}Page');
`;

const routesOf = ({ kind, many, Many, One, title, label }: Names, { flag }: Details) => `import { sql } from 'kysely';
import { ${One}, ${One}Changes, ${Many}Page, ${Many}Query, New${One} } from '../../../contract/${many}.ts';
import { alphabetically } from '../../collection/list.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { recordOf, tableRepository } from '../../collection/tableRepository.ts';
import type { TypedApp } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const ${many} = tableRepository('${kind}', {
  select: (db) => db.selectFrom('${kind}').select(['id', 'version', 'name', 'created']),
  searched: [sql\`name\`],
  orderings: { name: [alphabetically(sql\`name\`)], created: [sql\`created\`] },
  fallback: 'name',
});

/** The sources of the global search. */
export const searchSources: SearchSources = { ${kind}: tableSource('${kind}') };

/** \`${kind}/\`. */
export function routes(app: TypedApp, services: Services): void {
  serveCollection(app, services, {
    url: '/${kind}/',
    parents: [],
    kind: '${kind}',${flag ? `\n    flag: '${flag}',` : ''}
    names: { many: '${title.toLowerCase()}', one: '${label.toLowerCase()}' },
    query: ${Many}Query,
    page: ${Many}Page,
    item: ${One},
    created: New${One},
    changes: ${One}Changes,
    ...${many},
    present: (_, rows, { person }) => rows.map((row) => recordOf('${kind}', row, person)),
    insert: (trx, id, { name }, { now }) => ${many}.insert(trx, { id, name, created: now }),
  });
}
`;

const demoDataOf = ({ kind, label }: Names) => `import { seededRandom } from '../random.ts';
import type { AddRecords } from '../content.ts';

/** Adds three records, so that lists and pages of records can be seen. */
export const addRecords: AddRecords = async (trx, _deployment, { key, created }) => {
  const random = seededRandom(\`\${key}/${kind}\`);
  const records = [1, 2, 3].map((number) => ({ id: random.id(), name: \`${label} \${number}\`, created }));
  await trx.insertInto('${kind}').values(records).execute();
};
`;

const serverTestOf = (
  { kind, label }: Names,
  { flag }: Details,
) => `import { describe, expect, it } from '@jest/globals';
import { anyDatabase } from '../../../tests/support/backend.ts';
import { backendOf } from '../../../tests/support/backendOf.ts';
import { callsOf } from '../../../tests/support/calls.ts';

describe.each(anyDatabase)('${kind}, on the %s database', (database) => {
  const backend = backendOf(database);

  const callsAs = async (role: 'interpreter' | 'manager' | 'owner') =>
    callsOf(await backend.app(${flag ? `{ flags: { ${flag}: true } }` : ''}), await backend.signedIn({ role, email: \`\${role}@testland.example\` }));

  it('adds, changes and deletes a record, and keeps each act in the audit log', async () => {
    const calls = await callsAs('owner');
    const added = await calls.post('/${kind}/', { name: '${label} of the north' });
    expect(added.statusCode).toBe(201);
    const { id, etag } = added.json();
    expect((await calls.patch(\`/${kind}/\${id}/\`, etag, { name: '${label} of the south' })).statusCode).toBe(200);
    expect((await calls.get(\`/${kind}/\${id}/\`)).json()).toMatchObject({
      name: '${label} of the south',
      can: { update: true, delete: true },
    });
    expect((await calls.remove(\`/${kind}/\${id}/\`)).statusCode).toBe(204);
    const log = (await calls.get(\`/audit/?collection=${kind}&record=\${id}&ordering=at\`)).json();
    expect(log.results.map(({ act }: { act: string }) => act)).toEqual(['create', 'update', 'delete']);
  });

  it('lists records by name, finds them in the list and in the search over everything', async () => {
    const calls = await callsAs('owner');
    for (const name of ['Þórsmörk', 'Akranes', 'Borgarnes']) await calls.post('/${kind}/', { name });
    const names = async (query: string) =>
      (await calls.get(\`/${kind}/\${query}\`)).json().results.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Akranes', 'Borgarnes', 'Þórsmörk']);
    expect(await names('?search=AKRA')).toEqual(['Akranes']);
    expect((await calls.get('/search/?search=akranes')).json().groups).toMatchObject([
      { group: '${kind}', results: [{ title: 'Akranes' }] },
    ]);
  });

  it('refuses a name that is too short, at its field', async () => {
    const calls = await callsAs('manager');
    expect((await calls.post('/${kind}/', { name: 'A' })).json().errors).toEqual({ name: ['too_short'] });
  });

  it('is read by interpreters and written by managers and owners only', async () => {
    const calls = await callsAs('interpreter');
    expect((await calls.get('/${kind}/')).statusCode).toBe(200);
    expect((await calls.post('/${kind}/', { name: 'Akranes' })).statusCode).toBe(403);
  });
});
`;

const clientCallsOf = ({
  kind,
  many,
  One,
}: Names) => `import type { ${One}, ${One}Changes, New${One} } from '../../contract/${many}.ts';
import { collection } from './collection.ts';

/** \`${kind}/\`. */
export const ${many} = collection<${One}, New${One}, ${One}Changes>('${kind}/');
`;

const featureOf = ({ kind, many, Many, One }: Names) => `import { Shapes } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';

export const feature = defineFeature('${kind}', {
  id: 'feature:${many}',
  nav: { group: 'setup', label: '${many}:title', about: '${many}:emptyText', icon: Shapes },
  add: pagesOf('${kind}').add,
  list: async () => (await import('./${Many}List.tsx')).${Many}List,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./${One}Fields.tsx')).${One}Fields,
  }),
});
`;

const resourceOf = ({
  kind,
  many,
  One,
}: Names) => `import type { ${One}, New${One} } from '../../../contract/${many}.ts';
import { ${many} } from '#api/${many}.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';

export const resource: Resource<${One}, New${One}, New${One}> = {
  ...pagesOf('${kind}'),
  collection: ${many},
  nameOf: ({ name }) => name,
  addedHref: () => paths.${kind}.list.href(),
  emptyValues: { name: '' },
  valuesOf: ({ name }) => ({ name }),
  toBody: (values) => values,
};
`;

const fieldsOf = ({ many, One }: Names) => `import { useTranslation } from 'react-i18next';
import type { ${One} } from '../../../contract/${many}.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { NameField } from '#domain/NameField.tsx';

/** The field of a record. */
export function ${One}Fields(props: FieldsProps<${One}>) {
  const { t } = useTranslation('${many}');
  return <NameField {...props} title={t('one')} label={t('name')} />;
}
`;

const listOf = ({ many, Many, One, path }: Names) => `import type { ${One} } from '../../../contract/${many}.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import { resource } from './resource.ts';

const columns = [
  { key: 'name', label: '${many}:name', sortBy: 'name', cell: ({ name }) => name },
] satisfies Column<${One}>[];

/** The list: \`/dashboard/${path}\`. */
export function ${Many}List() {
  return <ListPage resource={resource} columns={columns} defaultOrdering="name" />;
}
`;

const clientTestOf = (
  { kind, path, title, label }: Names,
  { flag }: Details,
) => `import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { openSignedIn, ${flag ? 'testTenant, ' : ''}backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();
const stored = { id: '00000000000000000000000a', etag: '"1"', created: '2024-04-30T10:00:00Z' };
const record = { ...stored, name: 'Akranes', can: { update: true, delete: true } };

beforeEach(() => {
  backend.answers.set('GET ${kind}/', { body: { count: 1, results: [record] } });
  backend.answers.set(\`GET ${kind}/\${record.id}/\`, { body: record });
});

const open = (place: string) => openSignedIn(place, backend${flag ? `, { tenant: { ...testTenant, flags: { ...testTenant.flags, ${flag}: true } } }` : ''});

test('the list shows each record, and leads to it', async () => {
  await open('/dashboard/${path}');
  expect(await screen.findByRole('heading', { name: '${title}', level: 1 })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Akranes' })).toHaveAttribute('href', \`/dashboard/${path}/\${record.id}\`);
});

test('the form sends the name that was typed', async () => {
  backend.answers.set('POST ${kind}/', { status: 201, body: record });
  await open('/dashboard/${path}/create');
  const user = userEvent.setup();
  expect(await screen.findByRole('group', { name: '${label}' })).toBeInTheDocument();
  await user.type(screen.getByLabelText('Name'), 'Akranes');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('link', { name: 'Akranes' })).toBeInTheDocument();
  expect(backend.callsTo('${kind}/').find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Akranes' });
});
`;

/** The files of a kind, by their path in the repository. Prettier formats them afterwards. */
export function filesOf(names: Names, details: Details): Record<string, string> {
  const { many, Many, One } = names;
  const feature = `src/features/${many}`;
  return {
    [`server/db/migrations/${details.migration}`]: migrationOf(names),
    [`contract/${many}.ts`]: contractOf(names),
    [`server/resources/${many}/routes.ts`]: routesOf(names, details),
    [`server/resources/${many}/${many}.test.ts`]: serverTestOf(names, details),
    [`server/seed/kinds/${many}.ts`]: demoDataOf(names),
    [`src/api/${many}.ts`]: clientCallsOf(names),
    [`${feature}/index.ts`]: featureOf(names),
    [`${feature}/resource.ts`]: resourceOf(names),
    [`${feature}/${One}Fields.tsx`]: fieldsOf(names),
    [`${feature}/${Many}List.tsx`]: listOf(names),
    [`${feature}/${many}.test.ts`]: clientTestOf(names, details),
  };
}
