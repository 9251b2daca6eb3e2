import { useTranslation } from 'react-i18next';
import { bounds } from '../../contract/bounds.ts';
import type { Fault } from '#i18n/words.ts';
import { required } from '#ui/form/checks.ts';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';

const { min, max } = bounds.password;

/** The initial values, named like the fields of the API. */
export const noPassword = { password: '', password_confirmation: '' };

/** Spaces count: passwords are stored as typed. */
function longEnough(typed: string): Fault | undefined {
  if (typed.length > max) return { word: 'errors:too_long', values: { limit: String(max) } };
  if (typed.length > 0 && typed.length < min) return { word: 'errors:too_short', values: { limit: String(min) } };
  return required(typed);
}

function asAbove(typed: string, values: object): Fault | undefined {
  return typed && 'password' in values && typed !== values.password ? 'errors:passwords_must_match' : required(typed);
}

/** A new password and its confirmation. */
export function NewPasswordFields({ autoFocus }: { autoFocus?: boolean }) {
  const { t } = useTranslation('passwords');
  return (
    <>
      <FormPasswordField
        name="password"
        label={t('new')}
        autoComplete="new-password"
        description={t('atLeast', { min })}
        validate={longEnough}
        autoFocus={autoFocus}
      />
      <FormPasswordField
        name="password_confirmation"
        label={t('repeat')}
        autoComplete="new-password"
        validate={asAbove}
      />
    </>
  );
}
