import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../contract/webhooks.ts';
import { LiveReads } from '#api/query.ts';
import { webhooks } from '#api/webhooks.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Facts } from '#ui/Facts.ts';
import { Panel } from '#ui/Panel.tsx';
import { DeliveriesPanel } from './DeliveriesPanel.tsx';
import { WebhookActs } from './WebhookActs.tsx';
import { WebhookState } from './WebhookState.tsx';

/** How often the page asks for the outcome of attempts, which is not announced, in milliseconds. */
const refreshInterval = 5_000;

const addressOf = ({ url }: Webhook) => <bdi dir="ltr">{url}</bdi>;

/** One webhook with the events that were sent to it: `/dashboard/webhooks/{id}`. */
export function WebhookPage() {
  const { t } = useTranslation('webhooks');
  const { id = '' } = useParams();
  return (
    <LiveReads path={webhooks.path} every={refreshInterval} isUnannounced>
      <RecordPage
        read={webhooks.read(id)}
        list={{ label: t('title'), href: paths.webhooks.list.href() }}
        title={({ description }) => description}
        description={addressOf}
        renderAction={(webhook) => <WebhookActs webhook={webhook} />}
      >
        {(webhook) => (
          <>
            <WebhookPanel webhook={webhook} />
            <DeliveriesPanel webhook={webhook} />
          </>
        )}
      </RecordPage>
    </LiveReads>
  );
}

/** The settings and the condition of a webhook. */
function WebhookPanel({ webhook }: { webhook: Webhook }) {
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
