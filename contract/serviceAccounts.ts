import Type, { type Static } from 'typebox';
import { Id, Instant, Name, Network } from './fields.ts';
import {
  maxNetworks,
  rotationOverlaps,
  serviceAccountDays,
  type ServiceScope,
  serviceScopes,
} from './serviceAccountNames.ts';

const Scopes = Type.Array(Type.Unsafe<ServiceScope>(Type.Enum([...serviceScopes])), {
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
export const ServiceAccount = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name of the system, which the audit log shows.' }),
    scopes: Scopes,
    networks: Networks,
    created: Instant,
    created_by: Type.Union([Type.String(), Type.Null()], { description: 'The name of the owner who created it.' }),
    expires: Instant,
    overlap_until: Type.Union([Instant, Type.Null()], {
      description: 'Until when the secret before the last rotation is valid; null: it is not.',
    }),
    used: Type.Union([Instant, Type.Null()], { description: 'The last use, to about a minute.' }),
  },
  { $id: 'ServiceAccount' },
);
export type ServiceAccount = Static<typeof ServiceAccount>;

/** `GET service_accounts/`: the valid and the expired accounts, the newest first. */
export const ServiceAccounts = Type.Object(
  {
    results: Type.Array(ServiceAccount),
    addresses: Type.Object(
      {
        platform: Type.Union([Type.String(), Type.Null()]),
        read: Type.Union([Type.String(), Type.Null()]),
      },
      {
        description: 'The base address for the systems of each scope. Null: PUBLIC_URL is not set.',
      },
    ),
  },
  { $id: 'ServiceAccounts' },
);
export type ServiceAccounts = Static<typeof ServiceAccounts>;

/** `POST service_accounts/`. */
export const NewServiceAccount = Type.Object(
  { name: Name, scopes: Scopes, days: Days, networks: Type.Optional(Networks) },
  { $id: 'NewServiceAccount', additionalProperties: false },
);
export type NewServiceAccount = Static<typeof NewServiceAccount>;

/** `POST service_accounts/{id}/rotate/`: a new secret; the old one stays valid for some hours. */
export const SecretRotation = Type.Object(
  { days: Days, overlap_hours: Type.Enum([...rotationOverlaps]) },
  { $id: 'SecretRotation', additionalProperties: false },
);
export type SecretRotation = Static<typeof SecretRotation>;

/** The response to both: the only time that the secret is shown. */
export const NewSecret = Type.Object({ secret: Type.String(), record: ServiceAccount }, { $id: 'NewSecret' });
export type NewSecret = Static<typeof NewSecret>;
