import { useTranslation } from 'react-i18next';
import { Banner } from '../Banner.tsx';
import { RetryButton } from '../RetryButton.tsx';

/** Says above a list that it could not be read again, and offers another attempt. The page needs the namespace `crud`. */
export function StaleBanner({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('crud');
  return (
    <Banner tone="warning" action={<RetryButton isPending={isRetrying} onPress={onRetry} />}>
      {t('stale')}
    </Banner>
  );
}
