import { Ban, BriefcaseBusiness, IdCard, KeyRound, Mail, UserX } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { User } from '../../../contract/users.ts';
import { useMutation, useSaved } from '#api/query.ts';
import { type PlainUserAct, users } from '#api/users.ts';
import { RecordActs } from '#crud/RecordActs.tsx';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { usePeopleChanged } from '#domain/coverage/usePeopleChanged.ts';
import { fullName } from '#domain/personName.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseDay } from '#lib/dates.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { reason } from '#ui/form/recordChecks.ts';
import type { MenuAct } from '#ui/MoreMenu.tsx';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';
import { RejectionReason } from './RejectionReason.tsx';
import { resource } from './resource.ts';
import { useApprovalQueue } from './useApprovalQueue.ts';

/** What can be done with an account now: approving or unlocking it first, the others under "⋯". */
export function UserActs({ user }: { user: User }) {
  const navigate = useNavigate();
  const queue = useApprovalQueue(user);
  const goOn = () => {
    if (queue) void navigate(queue.after);
  };
  const { t } = useTranslation('users');
  const { press, sendLink, isRunning } = usePlainActs(user, goOn);
  const hasNationalId = useFlag('nationalId');
  const hasSingleSignOn = useFlag('singleSignOn');
  const { can, invitation } = user;
  const isAny = can.approve || can.reject || can.suspend || can.unsuspend || can.request_password_reset;
  const next = can.approve ? 'approve' : can.unsuspend ? 'unsuspend' : null;
  const acts: (MenuAct | false)[] = [
    invitation !== null &&
      can.invite && {
        id: 'invite',
        label: t(invitation.state === 'not_sent' ? 'sendInvitation' : 'inviteAgain'),
        icon: <Mail aria-hidden />,
        renderQuestion: (question) => <InviteDialog {...question} user={user} />,
      },
    can.request_password_reset && {
      id: 'request_password_reset',
      label: t('requestPasswordReset'),
      icon: <KeyRound aria-hidden />,
      act: sendLink,
    },
    isAny &&
      hasNationalId && {
        id: 'nationalIds',
        label: t('nationalIds'),
        icon: <IdCard aria-hidden />,
        href: paths.userNationalIds.href({ id: user.id }),
      },
    isAny &&
      hasSingleSignOn && {
        id: 'workAccounts',
        label: t('workAccounts'),
        icon: <BriefcaseBusiness aria-hidden />,
        href: paths.userWorkAccounts.href({ id: user.id }),
      },
    can.reject && {
      id: 'reject',
      label: t('reject'),
      icon: <UserX aria-hidden />,
      isDangerous: true,
      renderQuestion: (question) => <RejectDialog {...question} user={user} onRejected={goOn} />,
    },
    can.suspend && {
      id: 'suspend',
      label: t('suspend'),
      icon: <Ban aria-hidden />,
      isDangerous: true,
      renderQuestion: (question) => <SuspendDialog {...question} user={user} />,
    },
  ];
  return (
    <RecordActs
      resource={resource}
      item={user}
      primary={
        next && (
          <Button variant="primary" isDisabled={isRunning} onPress={() => press(next)}>
            {t(next)}
          </Button>
        )
      }
      acts={acts.filter((act) => act !== false)}
    />
  );
}

/** The acts that need no question, because they affect nobody else, and their messages. `onApproved` is called once somebody is approved. */
function usePlainActs(user: User, onApproved: () => void) {
  const { t } = useTranslation('users');
  const tellFailure = useTellFailure();
  const { run, isRunning } = useMutation<PlainUserAct, User>(
    (act) => users.act(user.id, act),
    [users.path],
    users.one(user.id),
  );
  const link = useMutation(async () => {
    await users.requestPasswordReset(user.id);
    return true;
  }, [users.path]);
  const tell = (act: PlainUserAct | 'request_password_reset') =>
    toast({ title: t(`done.${act}`, { name: fullName(user) }), tone: 'success' });
  // `run` returns undefined if an act runs already: nothing was sent then.
  const press = (act: PlainUserAct) =>
    void run(act).then((after) => {
      if (!after) return;
      tell(act);
      if (act === 'approve') onApproved();
    }, tellFailure);
  const sendLink = () =>
    void link.run(undefined).then((isSent) => {
      if (isSent) tell('request_password_reset');
    }, tellFailure);
  return { press, sendLink, isRunning };
}

/** Asks before the invitation of an account is sent. */
function InviteDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const saved = useSaved();
  const name = fullName(user);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('inviteTitle', { name })}
      confirm={t('sendInvitation')}
      variant="primary"
      act={async () => {
        await saved(users.one(user.id), await users.invite(user.id), users.path);
        onClose();
        toast({ title: t('done.invite', { name }), tone: 'success' });
      }}
    >
      <p>{t('inviteText')}</p>
    </ConfirmDialog>
  );
}

/** Rejects a user after a question. */
function RejectDialog({
  user,
  isOpen,
  onClose,
  onRejected,
}: {
  user: User;
  isOpen: boolean;
  onClose: () => void;
  onRejected: () => void;
}) {
  const { t } = useTranslation('users');
  const changed = usePeopleChanged();
  const rejected = useRef<User | null>(null);
  return (
    <PeopleActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('rejectTitle', { name: fullName(user) })}
      confirm={t('reject')}
      query={{ act: 'reject', id: [user.id] }}
      initialValues={{ reason: '' }}
      send={async (values, reservations) => {
        rejected.current = await users.reject(user.id, { reason: values.reason.trim() || undefined, reservations });
      }}
      onDone={() => {
        toast({ title: t('done.reject', { name: fullName(user) }), tone: 'success' });
        onRejected();
        void changed(rejected.current);
      }}
    >
      <p>{t('rejectText')}</p>
      <RejectionReason />
    </PeopleActionDialog>
  );
}

/** Suspends a user with a reason and an end. */
function SuspendDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const changed = usePeopleChanged();
  const suspended = useRef<User | null>(null);
  const { dates } = useFormats();
  const today = dates.today();
  const expiresOf = ({ expires }: { expires: string }) => {
    const day = parseDay(expires);
    if (day && day >= today) return dates.endOfDay(day);
    return expires.trim() ? undefined : null;
  };
  return (
    <PeopleActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('suspendTitle', { name: fullName(user) })}
      confirm={t('suspend')}
      query={{ act: 'suspend', id: [user.id] }}
      initialValues={{ reason: '', expires: '' }}
      expiresOf={expiresOf}
      send={async (values, reservations) => {
        const suspension = { reason: values.reason.trim(), expires: expiresOf(values), reservations };
        suspended.current = await users.suspend(user.id, suspension);
      }}
      onDone={() => {
        toast({ title: t('done.suspend', { name: fullName(user) }), tone: 'success' });
        void changed(suspended.current);
      }}
    >
      <p>{t('suspendText')}</p>
      <FormTextField name="reason" label={t('reason')} validate={reason} maxLength={bounds.reason.max} autoFocus />
      <FormDayField
        name="expires"
        label={t('suspendUntil')}
        description={t('suspendUntilHint')}
        isOptional
        min={today}
      />
    </PeopleActionDialog>
  );
}
