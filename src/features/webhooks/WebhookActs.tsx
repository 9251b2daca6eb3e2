import { KeyRound, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secretOverlapHours } from '../../../contract/webhookLimits.ts';
import type { Webhook, WebhookChanges } from '../../../contract/webhooks.ts';
import { useInvalidate, useSaved } from '#api/query.ts';
import { webhooks } from '#api/webhooks.ts';
import { SecretDialog } from '#domain/SecretDialog.tsx';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { Row } from '#ui/Row.ts';
import { toast } from '#ui/toast.ts';
import { WebhookForm } from './WebhookForm.tsx';

/** What can be done with a webhook: changing it, or enabling it again first, and the others under "⋯". */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const { id, description, enabled } = webhook;
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
    <Row>
      {enabled ? (
        <Button variant="primary" onPress={() => setEditing(webhook)}>
          {t('edit')}
        </Button>
      ) : (
        <>
          <Button variant="primary" onPress={() => setOpen('switch')}>
            {t('enable')}
          </Button>
          <Button onPress={() => setEditing(webhook)}>{t('edit')}</Button>
        </>
      )}
      <MoreMenu
        acts={[
          { id: 'rotate', label: t('rotate'), icon: <KeyRound aria-hidden />, act: () => setOpen('rotate') },
          ...(enabled
            ? [
                {
                  id: 'disable',
                  label: t('disable'),
                  icon: <Power aria-hidden />,
                  isDangerous: true,
                  act: () => setOpen('switch'),
                },
              ]
            : []),
          {
            id: 'remove',
            label: t('remove'),
            icon: <Trash2 aria-hidden />,
            isDangerous: true,
            act: () => setOpen('remove'),
          },
        ]}
      />
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
    </Row>
  );
}
