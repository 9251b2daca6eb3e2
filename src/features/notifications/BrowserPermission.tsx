import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';

/** Asks for the permission to show notifications of the browser, which browsers allow after a press only. */
export function BrowserPermission() {
  const { t } = useTranslation('notifications');
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'granted'));
  if (state === 'granted') return null;
  if (state === 'denied') return <Banner tone="warning">{t('browser.denied')}</Banner>;
  const ask = async () => setState(await Notification.requestPermission());
  return (
    <div>
      <Button icon={<Bell aria-hidden />} onPress={() => void ask()}>
        {t('browser.allow')}
      </Button>
    </div>
  );
}
