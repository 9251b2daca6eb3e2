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
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { Row } from '#ui/Row.ts';
import { toast } from '#ui/toast.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

/** What can be done with a webhook: changing it, or enabling it again first, and the others under "⋯". */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const { enabled } = webhook;
  const { t } = useTranslation('webhooks');
  const [open, setOpen] = useState<'rotate' | 'switch' | 'remove' | null>(null);
  // As it was when the form was opened: the page reads it again meanwhile.
  const [editing, setEditing] = useState<Webhook | null>(null);
  const close = () => {
    setOpen(null);
    setEditing(null);
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
      {editing && <EditDialog webhook={editing} onClose={close} />}
      <RotateDialog webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <SwitchDialog webhook={webhook} isOpen={open === 'switch'} onClose={close} />
      <RemoveDialog webhook={webhook} isOpen={open === 'remove'} onClose={close} />
    </Row>
  );
}

/** Changes a webhook, then closes the dialog and says what was done. */
function useChange(webhook: Webhook, onClose: () => void) {
  const saved = useSaved();
  return async (changes: WebhookChanges, done: string) => {
    const answer = await webhooks.change(webhook, changes);
    await saved(webhooks.read(webhook.id), answer, webhooks.path);
    onClose();
    toast({ title: done, tone: 'success' });
  };
}

function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const change = useChange(webhook, onClose);
  const { description, url, event_types } = webhook;
  return (
    <WebhookDialog
      title={t('edit')}
      onClose={onClose}
      initialValues={{ description, url, event_types }}
      submit={t('save')}
      onSubmit={async (changes) => {
        await change(changes, t('saved'));
      }}
    />
  );
}

type QuestionProps = { webhook: Webhook; isOpen: boolean; onClose: () => void };

/** Asks before the webhook gets another secret, which is shown once. */
function RotateDialog({ webhook, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title={t('rotateTitle')}
        confirm={t('rotate')}
        variant="primary"
        act={async () => {
          const { secret: fresh } = await webhooks.rotateSecret(webhook.id);
          await invalidate(webhooks.path);
          onClose();
          setSecret(fresh);
        }}
      >
        <p>{t('rotateText', { hours: secretOverlapHours })}</p>
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
    </>
  );
}

/** Asks before the webhook is enabled or disabled. */
function SwitchDialog({ webhook, isOpen, onClose }: QuestionProps) {
  const { description, enabled } = webhook;
  const { t } = useTranslation('webhooks');
  const change = useChange(webhook, onClose);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(enabled ? 'disableTitle' : 'enableTitle', { name: description })}
      confirm={t(enabled ? 'disable' : 'enable')}
      variant={enabled ? 'danger' : 'primary'}
      act={async () => {
        await change({ enabled: !enabled }, t(enabled ? 'isDisabled' : 'isEnabled'));
      }}
    >
      <p>{t(enabled ? 'disableText' : 'enableText')}</p>
    </ConfirmDialog>
  );
}

/** Asks before the webhook is removed, and leads to the list. */
function RemoveDialog({ webhook: { id, description }, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
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
  );
}
