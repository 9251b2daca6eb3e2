import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

/** Loads again after a failure. */
export function RetryButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Button variant="primary" isPending={isPending} onPress={onPress}>
      {t('retry')}
    </Button>
  );
}
