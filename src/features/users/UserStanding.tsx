import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { User } from '../../../contract/users.ts';
import { useMutation } from '#api/query.ts';
import { type PlainUserAct, users } from '#api/users.ts';
import { When } from '#domain/When.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { paths } from '#paths.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { Standing } from '#domain/Standing.tsx';
import { SuspendDialog } from './SuspendDialog.tsx';

/** The acts that are done by one press; each can be taken back by another, or harms nobody. */
type Act = PlainUserAct | 'request_password_reset';

/** Where somebody stands, since when and why, and what may be done about it: each act only where the server allows it. */
export function UserStanding({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const errorMessage = useErrorMessage();
  const [isSuspending, setSuspending] = useState(false);
  const { run, isRunning } = useMutation<Act, unknown>(
    (act) => (act === 'request_password_reset' ? users.requestPasswordReset(user.id) : users.act(user.id, act)),
    [users.path],
  );
  const { can, suspension } = user;

  const press = (act: Act) =>
    void run(act).then(
      () => toast({ title: t(`done.${act}`, { email: user.email }), tone: 'success' }),
      (error: unknown) => toast({ title: errorMessage(error), tone: 'danger' }),
    );
  return (
    <Root aria-label={t('standing')} role="region">
      <Facts>
        <dt>{t('approval_status')}</dt>
        <dd>
          <Standing user={user} /> {user.social_registered && <Badge>{t('social')}</Badge>}
        </dd>
        {suspension && (
          <>
            <dt>{t('suspendedSince')}</dt>
            <dd>
              <When at={suspension.since} />
            </dd>
            <dt>{t('suspendedUntil')}</dt>
            <dd>{suspension.expires ? <When at={suspension.expires} /> : t('untilLifted')}</dd>
            <dt>{t('reason')}</dt>
            <dd>{suspension.reason ?? '–'}</dd>
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
          <When at={user.created} />
        </dd>
      </Facts>
      <Acts>
        {can.approve && (
          <Button variant="primary" isDisabled={isRunning} onPress={() => press('approve')}>
            {t('approve')}
          </Button>
        )}
        {can.reject && (
          <Button isDisabled={isRunning} onPress={() => press('reject')}>
            {t('reject')}
          </Button>
        )}
        {can.unsuspend && (
          <Button isDisabled={isRunning} onPress={() => press('unsuspend')}>
            {t('unsuspend')}
          </Button>
        )}
        {can.suspend && <Button onPress={() => setSuspending(true)}>{t('suspend')}</Button>}
        {can.request_password_reset && (
          <Button isDisabled={isRunning} onPress={() => press('request_password_reset')}>
            {t('requestPasswordReset')}
          </Button>
        )}
      </Acts>
      <SuspendDialog user={user} isOpen={isSuspending} onClose={() => setSuspending(false)} />
    </Root>
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

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
