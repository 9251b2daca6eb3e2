import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../contract/webhooks.ts';
import { LiveReads } from '#api/query.ts';
import { webhooks } from '#api/webhooks.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { DeliveriesPanel } from './DeliveriesPanel.tsx';
import { WebhookActs } from './WebhookActs.tsx';
import { WebhookPanel } from './WebhookPanel.tsx';

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
