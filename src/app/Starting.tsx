import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#ui/ProgressBar.tsx';

/** What stands there until the first page is known: the brand's ground, and that something is happening. */
export function Starting() {
  const { t } = useTranslation('app');
  return <ProgressBar label={t('loading')} />;
}
