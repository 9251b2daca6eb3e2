import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../contract/webhooks.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Facts } from '#ui/Facts.ts';
import { Panel } from '#ui/Panel.tsx';
import { WebhookState } from './WebhookState.tsx';

/** The settings and the condition of a webhook. */
export function WebhookPanel({ webhook }: { webhook: Webhook }) {
  const { event_types, disabled_because, failing_since } = webhook;
  const { t } = useTranslation('webhooks');
  return (
    <Panel title={t('endpoint')}>
      {disabled_because !== null && <Banner tone="warning">{t(`disabledBecause.${disabled_because}`)}</Banner>}
      <Facts>
        <dt>{t('stateTitle')}</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        {failing_since !== null && (
          <>
            <dt>{t('failingSince')}</dt>
            <dd>
              <DateTime at={failing_since} />
            </dd>
          </>
        )}
        <dt>{t('events')}</dt>
        <dd>{event_types.map((type) => t(`types.${type}`)).join(', ')}</dd>
        <dt>{t('created')}</dt>
        <dd>
          <DateTime at={webhook.created} /> {webhook.created_by !== null && <bdi>· {webhook.created_by}</bdi>}
        </dd>
        {webhook.former_secret_until !== null && (
          <>
            <dt>{t('formerSecret')}</dt>
            <dd>
              <DateTime at={webhook.former_secret_until} />
            </dd>
          </>
        )}
      </Facts>
    </Panel>
  );
}
