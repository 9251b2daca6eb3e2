import { EditPage } from '#crud/EditPage.tsx';
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx';
import { resource } from './resource.ts';
import { UserFields } from './UserFields.tsx';
import { UserStanding } from './UserStanding.tsx';
import { useValueInWords } from './useValueInWords.ts';

/** One user: the status of the account, and the form. `/dashboard/users/{id}`. */
export function UsersDetail() {
  return (
    <EditPage
      resource={resource}
      Fields={UserFields}
      description={({ email }) => email}
      inWords={useValueInWords()}
      mustAsk={(changes) => changes.role !== undefined}
      ChangeDialog={ChangeRoleDialog}
      renderBefore={(user) => <UserStanding user={user} />}
    />
  );
}
