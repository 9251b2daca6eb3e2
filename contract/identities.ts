import Type, { type Static } from 'typebox';
import { Id, Instant, named } from './fields.ts';

/**
 * An identity of a provider that is linked to an account: a national ID, or the account of an organisation. Personal data from the
 * provider is not returned.
 */
export const Identity = named('Identity', {
  id: Id,
  issuer: Type.String({ description: 'The provider of the identity.' }),
  linked: Instant,
});
export type Identity = Static<typeof Identity>;

/** The linked identities of a person of one kind, the oldest first. */
export const Identities = named('Identities', { results: Type.Array(Identity) });
export type Identities = Static<typeof Identities>;
