import Type, { type Static } from 'typebox';

/** `GET auth/single_sign_on/logout/`: where signing out continues. */
export const ProviderLogout = Type.Object(
  {
    logout_url: Type.Union([Type.String(), Type.Null()], {
      description:
        'The browser opens it after signing out, to end the provider’s session, too. Null: there is nothing to end.',
    }),
  },
  { $id: 'ProviderLogout' },
);
export type ProviderLogout = Static<typeof ProviderLogout>;
