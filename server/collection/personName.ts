import { type RawBuilder, sql } from 'kysely';

/**
 * A person's name as people write it, of a query that has them as `person`.
 * @typeParam Name with null where they may be missing
 */
export function personName<Name extends string | null = string>(person: string): RawBuilder<Name> {
  return sql<Name>`${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}`;
}
