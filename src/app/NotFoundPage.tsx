import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';

/** Shown at unknown addresses, and at those of features that the deployment does not have (R22). */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  useDocumentTitle(t('notFoundTitle'));
  return (
    <EmptyState
      headingLevel={1}
      icon={<MapPinOff />}
      title={t('notFoundTitle')}
      action={<ButtonLink to={paths.home.href()}>{t('toStart')}</ButtonLink>}
    >
      {t('notFoundText')}
    </EmptyState>
  );
}
