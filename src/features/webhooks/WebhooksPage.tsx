import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxWebhooks, webhookEventTypes } from '../../../contract/webhookLimits.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { webhooks } from '#api/webhooks.ts';
import { SecretDialog } from '#domain/SecretDialog.tsx';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail } from '#ui/Rows.ts';
import { Stack } from '#ui/Stack.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookState } from './WebhookState.tsx';

/** The endpoints of other systems that events are sent to: `/dashboard/webhooks`. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const read = useQuery(webhooks.list);
  const { data } = read;
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  useDocumentTitle(t('title'));

  const isFull = data !== undefined && data.results.length >= maxWebhooks;
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      <Panel
        title={t('endpoints')}
        action={
          data && (
            <Button icon={<Plus aria-hidden />} isDisabled={isFull} onPress={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      >
        {isFull && <p>{t('full', { number: maxWebhooks })}</p>}
        <LoadedRows
          read={read}
          failed={t('failed')}
          empty={
            <EmptyState icon={<WebhookIcon />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          }
        >
          {(webhook) => (
            <ListRow key={webhook.id}>
              <div>
                <Link to={paths.webhooks.record.href({ id: webhook.id })}>{webhook.description}</Link>
                <RowDetail>
                  <bdi dir="ltr">{webhook.url}</bdi>
                </RowDetail>
              </div>
              <WebhookState webhook={webhook} />
            </ListRow>
          )}
        </LoadedRows>
      </Panel>
      {isAdding && (
        <WebhookDialog
          title={t('add')}
          onClose={() => setAdding(false)}
          initialValues={{ description: '', url: '', event_types: [...webhookEventTypes] }}
          submit={t('create')}
          onSubmit={async (webhook) => {
            const created = await webhooks.create(webhook);
            setAdding(false);
            setSecret(created.secret);
            await invalidate(webhooks.path);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          secret={secret}
          title={t('secretTitle')}
          text={t('secretText')}
          confirm={t('kept')}
          onClose={() => setSecret(null)}
        />
      )}
    </Stack>
  );
}
