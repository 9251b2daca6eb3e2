import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** A known state of the chain: the position of a link and its hash, hexadecimal. */
export type Anchor = { position: number; hash: string };

/** The result of a check: what does not fit, in words, and counts. */
export type ChainCheck = { findings: string[]; verified: number; erased: number; waiting: number };

/** The number of links in one query. */
const pageSize = 5_000;

type Link = {
  position: number;
  entry_id: number;
  values_hash: Buffer;
  hash: Buffer;
  is_there: boolean;
  core: string;
  personal: string;
  is_empty: boolean;
  salt: Buffer | null;
  is_erased: boolean;
};

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Links after a position, with their entries. The texts are those of `audit_core` and `audit_personal`. */
async function readLinks(db: Db, after: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select chain.position, chain.entry_id, chain.values_hash, chain.hash, salts.salt, entry.id is not null as is_there,
      jsonb_build_array(chain.position, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.person_id,
        entry.request_id, entry.act, entry.collection, entry.record_id)::text as core,
      jsonb_build_array(entry.person_email, entry.before, entry.after)::text as personal,
      num_nonnulls(entry.person_email, entry.before, entry.after) = 0 as is_empty,
      salts.salt is null and exists (
        select from audit_entries erasure where erasure.collection = 'audit_entries'
          and erasure.record_id = chain.entry_id::text and erasure.act = 'erase'
      ) as is_erased
    from audit_chain chain
    left join audit_entries entry on entry.id = chain.entry_id
    left join audit_salts salts on salts.entry_id = chain.entry_id
    where chain.position > ${after} order by chain.position limit ${sql.lit(pageSize)}`.execute(db);
  return rows;
}

/** What does not fit in one entry, given the hash of the link before; null for an unknown one. */
function findingsOf(link: Link, before: Buffer | null): string[] {
  const { position, entry_id: id, core, values_hash, hash, salt } = link;
  if (!link.is_there) return [`Entry ${id} was deleted (link ${position}).`];
  const findings = [];
  if (salt === null && !link.is_empty) findings.push(`Entry ${id} was changed: it has values, but no salt.`);
  if (salt === null && link.is_empty && !link.is_erased)
    findings.push(`Entry ${id} has lost its values without an entry for the erasure.`);
  if (salt !== null && !same(sha256(salt, link.personal), values_hash))
    findings.push(`Entry ${id} was changed: the values before or after, or the e-mail.`);
  if (before !== null && !same(sha256(before, core, values_hash), hash))
    findings.push(
      `Entry ${id} was changed: time, person, request, act or record; or link ${position}, or the one before.`,
    );
  return findings;
}

/** Entries without a link although later ones have one. */
async function findInserted(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select entry.id from audit_entries entry
    where entry.id <= (select entry_id from audit_chain order by position desc limit 1)
      and not exists (select from audit_chain chain where chain.entry_id = entry.id)
    order by entry.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Checks the chain of the audit log: changed, deleted and inserted entries, missing links, and anchors.
 * @param outside anchors that were kept outside the database
 */
export async function verifyChain(db: Db, outside: readonly Anchor[] = []): Promise<ChainCheck> {
  const findings: string[] = [];
  const kept = await db.selectFrom('audit_anchors').select(['day', 'position', 'hash']).orderBy('day').execute();
  const anchors = [
    ...kept.map(({ day, position, hash }) => ({ name: `of ${day}`, position, hash: Buffer.from(hash) })),
    ...outside.map(({ position, hash }) => ({ name: 'from outside', position, hash: Buffer.from(hash, 'hex') })),
  ];
  const anchorsAt = Map.groupBy(anchors, ({ position }) => position);
  let [position, verified, erased] = [0, 0, 0];
  let before: Buffer | null = Buffer.alloc(0);
  for (;;) {
    const links = await readLinks(db, position);
    for (const link of links) {
      if (link.position !== position + 1) {
        findings.push(
          `Links ${position + 1} to ${link.position - 1} are missing, with their entries before ${link.entry_id}.`,
        );
        before = null;
      }
      findings.push(...findingsOf(link, before));
      for (const { name, hash } of anchorsAt.get(link.position) ?? [])
        if (!same(hash, link.hash))
          findings.push(`The anchor ${name} does not fit link ${link.position}: the chain was written anew.`);
      if (link.salt === null && link.is_erased) erased += 1;
      verified += 1;
      position = link.position;
      before = Buffer.from(link.hash);
    }
    if (links.length < pageSize) break;
  }
  for (const { name, position: end } of anchors)
    if (end > position) findings.push(`The chain ends at link ${position}, but the anchor ${name} is at ${end}.`);
  for (const id of await findInserted(db)) findings.push(`Entry ${id} was inserted later.`);
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from audit_entries
    where id > coalesce((select max(entry_id) from audit_chain), 0)`.execute(db);
  return { findings, verified, erased, waiting: rows[0]?.waiting ?? 0 };
}
