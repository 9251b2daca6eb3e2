import Type, { type Static } from 'typebox';
import { named, nullable } from './fields.ts';

/** `GET auth/single_sign_on/logout/`: where signing out continues. */
export const ProviderLogout = named('ProviderLogout', {
  logout_url: nullable(
    Type.String(),
    'The browser opens it after signing out, to end the provider’s session, too. Null: there is nothing to end.',
  ),
});
export type ProviderLogout = Static<typeof ProviderLogout>;
