import { KeyRound, Pencil, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secretOverlapHours } from '../../../contract/webhookLimits.ts';
import type { Webhook, WebhookChanges } from '../../../contract/webhooks.ts';
import { useInvalidate, useSaved } from '#api/query.ts';
import { webhooks } from '#api/webhooks.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { SecretDialog } from '#domain/SecretDialog.tsx';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { toast } from '#ui/toast.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookState } from './WebhookState.tsx';

/** The settings and the condition of a webhook, and what can be done with it. */
export function WebhookPanel({ webhook }: { webhook: Webhook }) {
  const { id, description, event_types, enabled, disabled_because, failing_since } = webhook;
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const saved = useSaved();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rotate' | 'switch' | 'remove' | null>(null);
  // As it was when the form was opened: the page reads it again meanwhile.
  const [editing, setEditing] = useState<Webhook | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setOpen(null);
    setEditing(null);
  };
  const change = async (from: Webhook, changes: WebhookChanges, title: string) => {
    const answer = await webhooks.change(from, changes);
    await saved(webhooks.read(id), answer, webhooks.path);
    close();
    toast({ title, tone: 'success' });
  };
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
      <Row>
        <Button icon={<Pencil aria-hidden />} onPress={() => setEditing(webhook)}>
          {t('edit')}
        </Button>
        <Button icon={<KeyRound aria-hidden />} onPress={() => setOpen('rotate')}>
          {t('rotate')}
        </Button>
        <Button icon={<Power aria-hidden />} onPress={() => setOpen('switch')}>
          {t(enabled ? 'disable' : 'enable')}
        </Button>
        <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={() => setOpen('remove')}>
          {t('remove')}
        </Button>
      </Row>
      {editing && (
        <Dialog isOpen onClose={close} title={t('edit')}>
          <WebhookForm
            initialValues={{
              description: editing.description,
              url: editing.url,
              event_types: editing.event_types,
            }}
            submit={t('save')}
            onSubmit={async (changes) => {
              await change(editing, changes, t('saved'));
            }}
            onCancel={close}
          />
        </Dialog>
      )}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onClose={close}
        title={t('rotateTitle')}
        confirm={t('rotate')}
        variant="primary"
        act={async () => {
          const { secret: fresh } = await webhooks.rotateSecret(id);
          await invalidate(webhooks.path);
          close();
          setSecret(fresh);
        }}
      >
        <p>{t('rotateText', { hours: secretOverlapHours })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'switch'}
        onClose={close}
        title={t(enabled ? 'disableTitle' : 'enableTitle', { name: description })}
        confirm={t(enabled ? 'disable' : 'enable')}
        variant={enabled ? 'danger' : 'primary'}
        act={async () => {
          await change(webhook, { enabled: !enabled }, t(enabled ? 'isDisabled' : 'isEnabled'));
        }}
      >
        <p>{t(enabled ? 'disableText' : 'enableText')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={close}
        title={t('removeTitle', { name: description })}
        confirm={t('remove')}
        act={async () => {
          await webhooks.remove(id);
          toast({ title: t('removed'), tone: 'success' });
          void navigate(paths.webhooks.list.href());
          await invalidate(webhooks.list[0]);
        }}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
      {secret !== null && (
        <SecretDialog
          secret={secret}
          title={t('secretTitle')}
          text={t('secretText')}
          confirm={t('kept')}
          onClose={() => setSecret(null)}
        />
      )}
    </Panel>
  );
}
