import { isStaffRole } from '../../../contract/roles.ts';
import type { User } from '../../../contract/users.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { MailLink, PhoneLink } from '#ui/ContactLink.tsx';
import { InterpreterWishes } from '#domain/InterpreterWishes.tsx';
import { PersonTabs } from '#domain/PersonTabs.tsx';
import { ChangeUserDialog, takesAway } from './ChangeUserDialog.tsx';
import { QueueBar } from './QueueBar.tsx';
import { resource } from './resource.ts';
import { UserActs } from './UserActs.tsx';
import { UserFields } from './UserFields.tsx';
import { UserStatus } from './UserStatus.tsx';
import { useValueFormatter } from './useValueFormatter.ts';

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
