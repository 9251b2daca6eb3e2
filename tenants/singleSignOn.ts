import Type, { type Static } from 'typebox';
import { staffRoles } from '../contract/roles.ts';

const claim = Type.String({ description: 'The name of the claim.', minLength: 1, maxLength: 200 });
const claimValue = '^.{1,200}$';

/** The `singleSignOn` of a manifest. The secret of the client is in the environment of the backend (SSO_CLIENT_SECRET). */
export const SingleSignOn = Type.Object(
  {
    issuer: Type.String({
      description: 'The issuer of the OpenID provider, https, exactly as its configuration names it.',
      pattern: '^https?://[^\\s?#]+$',
      maxLength: 300,
    }),
    clientId: Type.String({
      description: 'The id of this deployment at the provider.',
      minLength: 1,
      maxLength: 200,
    }),
    name: Type.String({
      description: 'The name of the accounts, usually that of the organisation. The button says: Sign in with <name>.',
      minLength: 1,
      maxLength: 40,
    }),
    domains: Type.Array(Type.String({ pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$' }), {
      description: 'The domains of the e-mail addresses of these accounts, in small letters. Others are refused.',
      minItems: 1,
      uniqueItems: true,
    }),
    claims: Type.Object(
      {
        roles: Type.Object(
          {
            claim,
            map: Type.Record(Type.String({ pattern: claimValue }), Type.Enum([...staffRoles]), {
              description:
                'The role for each value of the claim. Of several, the one with the most permissions counts.',
              minProperties: 1,
            }),
          },
          { additionalProperties: false, description: 'The claim with the roles or groups of a person.' },
        ),
        departments: Type.Optional(
          Type.Object(
            {
              claim,
              map: Type.Record(Type.String({ pattern: claimValue }), Type.String({ minLength: 1, maxLength: 100 }), {
                description: 'The name of a department for each value of the claim.',
                minProperties: 1,
              }),
            },
            { additionalProperties: false, description: 'The claim with the department of a person.' },
          ),
        ),
      },
      { additionalProperties: false, description: 'The claims that give people their role and department.' },
    ),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }), {
        description: 'Scopes besides openid, email and profile that the provider needs to send the claims.',
        uniqueItems: true,
      }),
    ),
    required: Type.Optional(
      Type.Boolean({
        description:
          'Whether people with an address of these domains can sign in in no other way. Owners still can. Usually off.',
      }),
    ),
    isFirst: Type.Optional(
      Type.Boolean({ description: 'Whether the button is before the form for the password. Usually off.' }),
    ),
    secondFactor: Type.Optional(
      Type.Enum(['provider', 'signboard'], {
        description:
          'Who asks for the second factor. signboard: the flag twoFactor decides, unless the provider has asked for several factors (amr: mfa). Usually provider.',
      }),
    ),
  },
  { additionalProperties: false },
);
/** The `singleSignOn` of a manifest. */
export type SingleSignOn = Static<typeof SingleSignOn>;
