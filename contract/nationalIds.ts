import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';

/** A national ID linked to an account. Personal data from the provider is not stored. */
export const NationalId = Type.Object(
  { id: Id, issuer: Type.String({ description: 'The provider of the national ID.' }), linked: Instant },
  { $id: 'NationalId' },
);
export type NationalId = Static<typeof NationalId>;

/** `GET auth/national_ids/` and `GET users/{id}/national_ids/`: the linked national IDs, the oldest first. */
export const NationalIds = Type.Object({ results: Type.Array(NationalId) }, { $id: 'NationalIds' });
export type NationalIds = Static<typeof NationalIds>;
