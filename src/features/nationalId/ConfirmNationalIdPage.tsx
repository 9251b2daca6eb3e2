import { useTranslation } from 'react-i18next';
import { confirmNationalId } from '#api/identities.ts';
import { ConfirmLinkPage } from '#domain/ConfirmLinkPage.tsx';
import { paths } from '#paths.ts';

/** The page of the mailed link that links a national ID: `/auth/confirm-national-id?token=`. */
export function ConfirmNationalIdPage() {
  const { t } = useTranslation('nationalId');
  return (
    <ConfirmLinkPage
      namespace="nationalId"
      send={(token) => confirmNationalId({ token })}
      expiredCode="national_id_link_expired"
      endsSessions
      onward={{ href: paths.login.href(), label: t('toLogin') }}
    />
  );
}
