import Type, { type Static } from 'typebox';
import { Id, Instant, Name } from './fields.ts';
import { provisioningTokenDays } from './provisioningLimits.ts';

/** A token with which the directory of an organisation provisions users (SCIM). The token itself is not returned. */
export const ProvisioningToken = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name of the directory, which the audit log shows.' }),
    created: Instant,
    created_by: Type.Union([Type.String(), Type.Null()], { description: 'The name of the owner who created it.' }),
    expires: Instant,
    used: Type.Union([Instant, Type.Null()], { description: 'The last use, to about a minute.' }),
  },
  { $id: 'ProvisioningToken' },
);
export type ProvisioningToken = Static<typeof ProvisioningToken>;

/** `GET provisioning_tokens/`: the valid and the expired tokens, the newest first. */
export const ProvisioningTokens = Type.Object(
  {
    results: Type.Array(ProvisioningToken),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The base address for the directory. Null: PUBLIC_URL is not set.',
    }),
  },
  { $id: 'ProvisioningTokens' },
);
export type ProvisioningTokens = Static<typeof ProvisioningTokens>;

/** `POST provisioning_tokens/`. */
export const NewProvisioningToken = Type.Object(
  { name: Name, days: Type.Enum([...provisioningTokenDays]) },
  { $id: 'NewProvisioningToken', additionalProperties: false },
);
export type NewProvisioningToken = Static<typeof NewProvisioningToken>;

/** The response: the only time that the token is shown. */
export const CreatedProvisioningToken = Type.Object(
  { token: Type.String(), record: ProvisioningToken },
  { $id: 'CreatedProvisioningToken' },
);
export type CreatedProvisioningToken = Static<typeof CreatedProvisioningToken>;
