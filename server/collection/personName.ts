import { type RawBuilder, sql } from 'kysely';

/**
 * A person's full name, in a query with `person` as the table's alias.
 * @typeParam Name with null if names may be missing
 */
export function personName<Name extends string | null = string>(person: string): RawBuilder<Name> {
  return sql<Name>`${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}`;
}
