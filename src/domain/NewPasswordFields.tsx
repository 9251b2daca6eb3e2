import { useTranslation } from 'react-i18next';
import { bounds } from '../../contract/bounds.ts';
import type { Word } from '#i18n/words.ts';
import { required } from '#ui/form/checks.ts';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';

const { min, max } = bounds.password;

/** The fields of a new password as the server takes them. */
export const noPassword = { password: '', password_confirmation: '' };

function longEnough(typed: string): Word | undefined {
  if (typed.length > max) return 'errors:too_long';
  return typed.length > 0 && typed.length < min ? 'errors:too_short' : required(typed);
}

function asAbove(typed: string, values: object): Word | undefined {
  return typed && 'password' in values && typed !== values.password ? 'errors:passwords_must_match' : required(typed);
}

/** A new password, twice. */
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
