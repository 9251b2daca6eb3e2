import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

/** Opens the browser's print dialog. */
export function PrintButton() {
  const { t } = useTranslation('ui');
  return (
    <Button icon={<Printer aria-hidden />} onPress={() => window.print()}>
      {t('print')}
    </Button>
  );
}
