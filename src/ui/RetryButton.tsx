import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

/** Asks again for what could not be loaded. */
export function RetryButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Button variant="primary" isPending={isPending} onPress={onPress}>
      {t('retry')}
    </Button>
  );
}
