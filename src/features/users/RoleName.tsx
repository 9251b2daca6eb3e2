import { useTranslation } from 'react-i18next';
import type { Role } from '../../../contract/roles.ts';

/** A role in the reader's language. */
export function RoleName({ role }: { role: Role }) {
  const { t } = useTranslation('users');
  return t(`roles.${role}`);
}
