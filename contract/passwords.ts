import Type, { type Static } from 'typebox';
import { DeviceToken } from './auth.ts';
import { bounds, form, named } from './fields.ts';

/** `POST auth/forgot_password/`: requests a link by e-mail (Q7). The response is the same for every address. */
export const ForgottenPassword = form('ForgottenPassword', {
  email: Type.String({ minLength: 1, maxLength: bounds.email }),
});
export type ForgottenPassword = Static<typeof ForgottenPassword>;

/** The token of a mailed link. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

/** `POST auth/reset_password/check/`: whether a link still works, before a password is typed. */
export const LinkCheck = form('LinkCheck', { token: LinkToken, deviceToken: DeviceToken });
export type LinkCheck = Static<typeof LinkCheck>;

/** A link that works. */
export const CheckedLink = named('CheckedLink', {
  deviceToken: Type.Optional(
    Type.String({
      description:
        'For the next hour, guesses of strangers do not slow down a sign-in with it. Only for people who have a password.',
    }),
  ),
});
export type CheckedLink = Static<typeof CheckedLink>;

/** A new password and its repetition. */
export const NewPassword = {
  password: Type.String({ minLength: bounds.password.min, maxLength: bounds.password.max }),
  password_confirmation: Type.String({ minLength: 1, maxLength: bounds.password.max }),
};

/** `POST auth/reset_password/`: a new password, with the token of the link from the e-mail. */
export const PasswordReset = form('PasswordReset', { token: LinkToken, ...NewPassword, deviceToken: DeviceToken });
export type PasswordReset = Static<typeof PasswordReset>;

/**
 * `POST auth/change_password/`: the signed-in person's new password, with the current one. Ends their other sessions
 * and forgets their other known devices.
 */
export const PasswordChange = form('PasswordChange', {
  current_password: Type.String({ minLength: 1, maxLength: bounds.password.max }),
  ...NewPassword,
  deviceToken: DeviceToken,
});
export type PasswordChange = Static<typeof PasswordChange>;
