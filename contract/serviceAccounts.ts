import Type, { type Static } from 'typebox';
import { form, Id, Instant, Name, named, Network, nullable, oneOf } from './fields.ts';
import { maxNetworks, rotationOverlaps, serviceAccountDays, serviceScopes } from './serviceAccountNames.ts';

const Scopes = Type.Array(oneOf(serviceScopes), {
  minItems: 1,
  maxItems: serviceScopes.length,
  uniqueItems: true,
  description: '`platform`: send events. `read`: read what managers read.',
});

const Networks = Type.Array(Network, {
  maxItems: maxNetworks,
  description: 'The ranges of addresses that may use the account; empty: all.',
});

const Days = Type.Enum([...serviceAccountDays], { description: 'How long the secret is valid.' });

/** An account of another system, such as a video platform. The secret itself is not returned. */
export const ServiceAccount = named('ServiceAccount', {
  id: Id,
  name: Type.String({ description: 'The name of the system, which the audit log shows.' }),
  scopes: Scopes,
  networks: Networks,
  created: Instant,
  created_by: nullable(Type.String(), 'The name of the owner who created it.'),
  expires: Instant,
  overlap_until: nullable(Instant, 'Until when the secret before the last rotation is valid; null: it is not.'),
  used: nullable(Instant, 'The last use, to about a minute.'),
});
export type ServiceAccount = Static<typeof ServiceAccount>;

/** `GET service_accounts/`: the valid and the expired accounts, the newest first. */
export const ServiceAccounts = named('ServiceAccounts', {
  results: Type.Array(ServiceAccount),
  addresses: Type.Object(
    {
      platform: nullable(Type.String()),
      read: nullable(Type.String()),
    },
    {
      description: 'The base address for the systems of each scope. Null: PUBLIC_URL is not set.',
    },
  ),
});
export type ServiceAccounts = Static<typeof ServiceAccounts>;

/** `POST service_accounts/`. */
export const NewServiceAccount = form('NewServiceAccount', {
  name: Name,
  scopes: Scopes,
  days: Days,
  networks: Type.Optional(Networks),
});
export type NewServiceAccount = Static<typeof NewServiceAccount>;

/** `POST service_accounts/{id}/rotate/`: a new secret; the old one stays valid for some hours. */
export const SecretRotation = form('SecretRotation', { days: Days, overlap_hours: Type.Enum([...rotationOverlaps]) });
export type SecretRotation = Static<typeof SecretRotation>;

/** The response to both: the only time that the secret is shown. */
export const NewSecret = named('NewSecret', { secret: Type.String(), record: ServiceAccount });
export type NewSecret = Static<typeof NewSecret>;
