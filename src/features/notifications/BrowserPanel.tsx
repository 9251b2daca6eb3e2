import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';

/** Asks for the permission to show notifications in this browser, which browsers allow after a press only. */
export function BrowserPanel() {
  const { t } = useTranslation('notifications');
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'granted'));
  const ask = async () => {
    // Where nothing may be stored, browsers refuse to ask.
    await Notification.requestPermission().catch(() => undefined);
    setState(Notification.permission);
  };
  return (
    <Panel
      title={t('browser.title')}
      action={
        state === 'default' && (
          <Button icon={<Bell aria-hidden />} onPress={() => void ask()}>
            {t('browser.allow')}
          </Button>
        )
      }
    >
      {state === 'denied' ? (
        <Banner tone="warning">{t('browser.denied')}</Banner>
      ) : (
        <Muted as="p">{t('browser.lead')}</Muted>
      )}
    </Panel>
  );
}
