import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { mayLackLanguages } from '../../../contract/interpretingCodes.ts';
import { isStaffRole, type Role } from '../../../contract/roles.ts';
import type { NewUser, User, UserChanges } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import type { ChangeDialogProps } from '#crud/EditForm.tsx';
import { EditPage } from '#crud/EditPage.tsx';
import { AccountStatus } from '#domain/AccountStatus.tsx';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { InterpreterWishes } from '#domain/InterpreterWishes.tsx';
import { fullName } from '#domain/personName.ts';
import { PersonTabs } from '#domain/PersonTabs.tsx';
import { useDepartmentChoices } from '#domain/useDepartmentChoices.ts';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { paths } from '#paths.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { MailLink, PhoneLink } from '#ui/ContactLink.tsx';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { space } from '#ui/theme.ts';
import { resource } from './resource.ts';
import { useApprovalQueue } from './useApprovalQueue.ts';
import { UserActs } from './UserActs.tsx';
import { UserFields } from './UserFields.tsx';
import type { UserValues } from './userForm.ts';

const contact = ({ email, phone }: User) => (
  <>
    <MailLink email={email} />
    {phone && ' · '}
    {phone && <PhoneLink number={phone} />}
  </>
);

/** One user: the person, and the status of the account. `/dashboard/users/{id}`. */
export function UsersDetail() {
  return (
    <EditPage
      resource={resource}
      Fields={UserFields}
      description={contact}
      formatValue={useValueFormatter()}
      renderAction={(user) => <UserActs user={user} />}
      mustAsk={takesAway}
      ChangeDialog={ChangeUserDialog}
      renderBefore={(user) => (
        <>
          <PersonTabs user={user} />
          <QueueBar user={user} />
        </>
      )}
      renderAside={(user) => (
        <>
          <UserStatus user={user} />
          {!isStaffRole(user.role) && <InterpreterWishes owner={{ customer: user.id }} />}
        </>
      )}
    />
  );
}

/** Leads through the people who wait for approval, one by one: the place of this one, the previous, and the next. */
function QueueBar({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { numbers } = useFormats();
  const queue = useApprovalQueue(user);
  if (!queue) return null;
  const { place, count, previous, next } = queue;
  return (
    <Queue aria-label={t('waitingTitle')}>
      <Link to={paths.userApprovals.href()}>{t('waitingTitle')}</Link>
      <span>{place > 0 && t('queuePlace', { place: numbers.count(place), count: numbers.count(count) })}</span>
      {previous && <ButtonLink to={previous}>{t('queuePrevious')}</ButtonLink>}
      {next && <ButtonLink to={next}>{t('queueNext')}</ButtonLink>}
    </Queue>
  );
}

/** The status of an account with its date and reason. */
function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { dates } = useFormats();
  const { suspension } = user;
  return (
    <Panel title={t('standing')}>
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
    </Panel>
  );
}

/** Whether changes of a user may take an interpreter away from reservations: another role, or fewer languages. */
function takesAway({ role, languages }: UserChanges, user: User): boolean {
  const lacks = user.role === 'interpreter' && mayLackLanguages(user.languages, languages ?? user.languages);
  return role !== undefined || lacks;
}

/** Asks before the role or the languages of a user change. */
function ChangeUserDialog({ record, changes, save, onClose }: ChangeDialogProps<User, NewUser>) {
  const { t } = useTranslation('users');
  const format = useValueFormatter();
  const id = [record.id];
  const name = fullName(record);
  const { role, languages = record.languages } = changes;
  const asked = role
    ? {
        title: t('roleTitle', { name }),
        confirm: t('changeRole'),
        query: { act: 'change_role' as const, id, role },
        change: `${t(`roles.${record.role}`)} → ${t(`roles.${role}`)}`,
      }
    : {
        title: t('languagesTitle', { name }),
        confirm: t('changeLanguages'),
        query: { act: 'change_languages' as const, id, languages },
        change: `${format('languages', record.languages) || '–'} → ${format('languages', languages)}`,
      };
  return (
    <PeopleActionDialog
      isOpen
      onClose={onClose}
      title={asked.title}
      confirm={asked.confirm}
      query={asked.query}
      initialValues={{}}
      send={(_, reservations) => save((user, etag, sent) => users.update(user, etag, { ...sent, reservations }))}
    >
      <p>{asked.change}</p>
    </PeopleActionDialog>
  );
}

/** Formats the values of a user's form that are codes or ids. */
function useValueFormatter() {
  const { t } = useTranslation('users');
  const { options } = useLanguage();
  const departments = useDepartmentChoices();
  const interpreting = useInterpretingLanguages();
  const join = (codes: UserValues[keyof UserValues]) =>
    interpreting
      .flatMap(({ value, label }) => (Array.isArray(codes) && codes.includes(value) ? [label] : []))
      .join(', ');
  return (name: keyof UserValues, value: UserValues[keyof UserValues]): string | undefined => {
    if (name === 'role' && value) return t(`roles.${value as Role}`);
    if (name === 'department') return departments.find((choice) => choice.value === value)?.label ?? t('noDepartment');
    if (name === 'language') return options.find((option) => option.value === value)?.label ?? t('defaultLanguage');
    if (name === 'languages') return join(value);
    return undefined;
  };
}

const Queue = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  font-variant-numeric: tabular-nums;

  & > span {
    margin-inline-end: auto;
  }
`;
