import { Ban, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { User } from '../../../contract/users.ts';
import { useMutation, useSaved } from '#api/query.ts';
import { type PlainUserAct, users } from '#api/users.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Card } from '#ui/Card.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { ignoresTaps } from '#ui/ignoresTaps.ts';
import { Link } from '#ui/Link.tsx';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { AccountStatus } from '#domain/AccountStatus.tsx';
import { QueueBar } from './QueueBar.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { SuspendDialog } from './SuspendDialog.tsx';
import { useApprovalQueue } from './useApprovalQueue.ts';

/** Actions without a question, because they affect nobody else. */
type Act = PlainUserAct | 'request_password_reset';

/**
 * The status of an account with its date and reason, and the actions on it. Unavailable actions keep their place, so that a
 * second press hits no other button.
 */
export function UserStatus({ user }: { user: User }) {
  const navigate = useNavigate();
  const queue = useApprovalQueue(user);
  const goOn = () => {
    if (queue) void navigate(queue.after);
  };
  const { t } = useTranslation('users');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  const saved = useSaved();
  const [asks, setAsks] = useState<'reject' | 'suspend' | 'invite' | null>(null);
  const { run, isRunning } = useMutation<Act, User | undefined>(
    async (act) => {
      if (act !== 'request_password_reset') return users.act(user.id, act);
      await users.requestPasswordReset(user.id);
      return undefined;
    },
    [users.path],
    users.one(user.id),
  );
  const hasNationalId = useFlag('nationalId');
  const hasSingleSignOn = useFlag('singleSignOn');
  const { can, suspension } = user;
  const isAny = can.approve || can.reject || can.suspend || can.unsuspend || can.request_password_reset;

  const press = (act: Act) =>
    void run(act).then(
      () => {
        toast({ title: t(`done.${act}`, { email: user.email }), tone: 'success' });
        if (act === 'approve') goOn();
      },
      (error: unknown) => toast({ title: errorMessage(error), tone: 'danger' }),
    );
  return (
    <>
      {queue && <QueueBar queue={queue} />}
      <Root aria-label={t('standing')} role="region">
        <Facts>
          <dt>{t('approval_status')}</dt>
          <dd>
            <AccountStatus user={user} /> {user.social_registered && <Badge>{t('social')}</Badge>}
          </dd>
          {suspension && (
            <>
              <dt>{t('suspendedSince')}</dt>
              <dd>
                <DateTime at={suspension.since} />
              </dd>
              <dt>{t('suspendedUntil')}</dt>
              <dd>
                {suspension.expires ? (
                  <time dateTime={suspension.expires}>{dates.lastDay(suspension.expires)}</time>
                ) : (
                  t('untilLifted')
                )}
              </dd>
              <dt>{t('reason')}</dt>
              <dd>{suspension.reason ?? '–'}</dd>
            </>
          )}
          {user.rejection_reason && (
            <>
              <dt>{t('reason')}</dt>
              <dd>{user.rejection_reason}</dd>
            </>
          )}
          {user.partner && (
            <>
              <dt>{t('partner')}</dt>
              <dd>
                <Link to={paths.partnerUsers.href({ partner: user.partner })}>{user.partner_name}</Link>
              </dd>
            </>
          )}
          <dt>{t('created')}</dt>
          <dd>
            <DateTime at={user.created} />
          </dd>
        </Facts>
        {isAny && (
          <Acts key={user.id}>
            <Button variant="primary" isDisabled={isRunning || !can.approve} onPress={() => press('approve')}>
              {t('approve')}
            </Button>
            <Button
              variant="destructive"
              icon={<UserX aria-hidden />}
              isDisabled={isRunning || !can.reject}
              onPress={() => setAsks('reject')}
            >
              {t('reject')}
            </Button>
            <Button
              variant="destructive"
              icon={<Ban aria-hidden />}
              isDisabled={isRunning || !can.suspend}
              onPress={() => setAsks('suspend')}
            >
              {t('suspend')}
            </Button>
            <Button isDisabled={isRunning || !can.unsuspend} onPress={() => press('unsuspend')}>
              {t('unsuspend')}
            </Button>
            <Button
              isDisabled={isRunning || !can.request_password_reset}
              onPress={() => press('request_password_reset')}
            >
              {t('requestPasswordReset')}
            </Button>
            {user.invitation && (
              <Button isDisabled={isRunning || !can.invite} onPress={() => setAsks('invite')}>
                {t(user.invitation.state === 'not_sent' ? 'sendInvitation' : 'inviteAgain')}
              </Button>
            )}
            {hasNationalId && (
              <ButtonLink to={paths.userNationalIds.href({ id: user.id })}>{t('nationalIds')}</ButtonLink>
            )}
            {hasSingleSignOn && (
              <ButtonLink to={paths.userWorkAccounts.href({ id: user.id })}>{t('workAccounts')}</ButtonLink>
            )}
          </Acts>
        )}
        <RejectDialog user={user} isOpen={asks === 'reject'} onClose={() => setAsks(null)} onRejected={goOn} />
        <ConfirmDialog
          isOpen={asks === 'invite'}
          onClose={() => setAsks(null)}
          title={t('inviteTitle', { email: user.email })}
          confirm={t('sendInvitation')}
          variant="primary"
          act={async () => {
            await saved(users.one(user.id), await users.invite(user.id), users.path);
            setAsks(null);
            toast({ title: t('done.invite', { email: user.email }), tone: 'success' });
          }}
        >
          <p>{t('inviteText')}</p>
        </ConfirmDialog>
        <SuspendDialog user={user} isOpen={asks === 'suspend'} onClose={() => setAsks(null)} />
      </Root>
    </>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${space(4)} ${space(8)};
  padding: ${space(4)} ${space(5)};
`;

/** After answering one person of the queue the same buttons stand there for the next one. */
const Acts = styled.div`
  ${ignoresTaps}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
