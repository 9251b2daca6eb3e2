import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../contract/roles.ts';
import type { Db } from '../../db/tables.ts';
import type { Subject } from './sources.ts';

/** A person with an account, or one whose deleted account the audit log still describes. */
export type KnownPerson = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  role: Role | null;
  /** Null: the account exists. */
  deleted: Date | null;
};

const columns = ['id', 'email', 'first_name', 'last_name', 'phone', 'role'] as const;

const deletedPeople = sql<KnownPerson>`
  select record_id as id, before ->> 'email' as email, before ->> 'first_name' as first_name, before ->> 'last_name' as last_name,
    before ->> 'phone' as phone, before ->> 'role' as role, at as deleted
  from audit_entries where collection = 'users' and before is not null and after is null`;

/** A person by id; undefined for people who never existed or are erased. */
export async function findPerson(db: Db, id: string): Promise<KnownPerson | undefined> {
  const user = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
  if (user) return { ...user, deleted: null };
  const { rows } = await sql<KnownPerson>`
    select * from (${deletedPeople}) as gone where id = ${id} order by deleted desc limit 1`.execute(db);
  return rows[0];
}

/** At most twenty people whose name or address fits: accounts first, then deleted ones. */
export async function findPeople(
  db: Db,
  fits: { users: RawBuilder<unknown>; deleted: RawBuilder<unknown> },
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    (select id, email, first_name, last_name, phone, role, null::timestamptz as deleted
      from users where ${fits.users} order by last_name, first_name, id limit 20)
    union all
    (select * from (${deletedPeople}) as gone where ${fits.deleted} order by deleted desc limit 20)
    limit 20`.execute(db);
  return rows;
}

async function formerRecords(db: Db, id: string, collection: string, link: string): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`
    select distinct record_id as record from audit_entries
    where collection = ${collection} and before ->> ${link} = ${id}`.execute(db);
  return rows.map(({ record }) => record);
}

/** A text as words in small letters without accents: an address is decoded, and parts of a file name are words. */
function wordsOf(text: string): string {
  let decoded = text.replaceAll('+', ' ');
  try {
    decoded = decodeURIComponent(decoded);
  } catch {
    // Not the encoding of an address: the text as it is.
  }
  const plain = decoded.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}@]+/gu, ' ').trim()} `;
}

/** Views and imports of others that mention a person in a text that the database cannot search in: it is encoded, or one word. */
async function mentioningOf(db: Db, id: string, mentions: readonly string[]): Promise<Subject['mentioning']> {
  const searched = mentions.map(wordsOf);
  const mentioning = (rows: readonly { id: string; texts: string[] }[]) =>
    rows.flatMap((row) => {
      const words = row.texts.map(wordsOf);
      return searched.some((mention) => words.some((text) => text.includes(mention))) ? row.id : [];
    });
  const views = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'address'])
    .where('person_id', '!=', id)
    .execute();
  const imports = await db.selectFrom('imports').select(['id', 'file_name']).execute();
  return {
    saved_views: mentioning(views.map(({ name, address, ...view }) => ({ ...view, texts: [name, address] }))),
    imports: mentioning(imports.map(({ file_name, ...row }) => ({ ...row, texts: [file_name] }))),
  };
}

/** What finds the rows of a person. Works for deleted accounts, too, as long as their audit entries have values. */
export async function subjectOf(db: Db, id: string, now: Date): Promise<Subject> {
  const person = await findPerson(db, id);
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${id}
    union select details ->> 'email' from mailed_links where user_id = ${id} and details ->> 'email' is not null
    union select lower(before ->> 'email') from audit_entries
      where collection = 'users' and record_id = ${id} and before ->> 'email' is not null`.execute(db);
  const emails = rows.map(({ email }) => email);
  const isDeleted = person?.deleted !== null;
  const former = async (collection: string, link: string) => (isDeleted ? formerRecords(db, id, collection, link) : []);
  const { first_name: first, last_name: last, phone } = person ?? {};
  const [names, reversed] = first && last ? [[`${first} ${last}`], [`${last} ${first}`]] : [[], []];
  const mentions = [...names, ...emails, ...(phone ? [phone] : [])];
  return {
    id,
    emails,
    mentions,
    mentioning: await mentioningOf(db, id, [id, ...reversed, ...mentions]),
    former: {
      requests: await former('interpretations', 'customer_id'),
      served: await former('interpretations', 'interpreter_id'),
      reservations: await former('reservations', 'customer_id'),
    },
    now,
  };
}
