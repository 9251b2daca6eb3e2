import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isStaffRole, type Role } from '../../../contract/roles.ts';
import type { User } from '../../../contract/users.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { PersonFields } from '#domain/PersonFields.tsx';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { userAtom } from '#session/session.ts';
import { useFlag, useTenant } from '#tenant/TenantProvider.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { lastFourDigits, optional } from '#ui/form/recordChecks.ts';
import { useFormValue } from '#ui/form/formState.ts';
import { FormWhen } from '#ui/form/FormWhen.tsx';
import { useDepartmentChoices } from '#domain/useDepartmentChoices.ts';

/** The fields of a user, new or existing. */
export function UserFields({ item, isNew }: FieldsProps<User>) {
  const { t } = useTranslation(['users', 'errors']);
  const { options } = useLanguage();
  const hasDepartments = useFlag('departments');
  const departments = useDepartmentChoices();
  const languages = useInterpretingLanguages();
  const { singleSignOn } = useTenant();
  const { change_role: mayChangeRole = true, change_department: mayChangeDepartment = true } = item?.can ?? {};
  const setByOrganisation = singleSignOn && t('setByOrganisation', { name: singleSignOn.name });
  const me = useAtomValue(userAtom);
  const roles = me?.verdicts.roles ?? [];
  // People of a partner are added on the partner's page, which says whose they are.
  const offered = roles.filter((role) => role !== 'partner' || item?.partner);
  const emailOf = ({ id, can }: User) => {
    if (can.change_email) return { isReadOnly: false, description: t('emailHint') };
    return { isReadOnly: true, description: t(id === me?.id ? 'emailOwn' : 'emailOwners') };
  };
  const whyNotRole = item?.id === me?.id ? t('errors:not_oneself') : setByOrganisation;
  return (
    <>
      <PersonFields isNew={isNew} email={item && emailOf(item)}>
        <FormTextField
          name="personal_number_last4"
          label={t('personal_number_last4')}
          inputMode="numeric"
          validate={optional(lastFourDigits)}
          autoComplete="off"
        />
      </PersonFields>
      <FieldGroup title={t('work')}>
        <FormSelect<Role>
          name="role"
          label={t('role')}
          choices={offered.map((value) => ({ value, label: t(`roles.${value}`) }))}
          validate={(role) => (role ? undefined : 'errors:required')}
          isDisabled={!mayChangeRole}
          description={mayChangeRole ? item && t('roleHint') : whyNotRole}
        />
        {hasDepartments && (
          <FormSelect
            name="department"
            label={t('department')}
            choices={[{ value: '', label: t('noDepartment') }, ...departments]}
            isDisabled={!mayChangeDepartment}
            description={mayChangeDepartment ? undefined : setByOrganisation}
          />
        )}
        <FormSelect
          name="language"
          label={t('language')}
          choices={[
            { value: '', label: t('defaultLanguage') },
            ...options.map(({ value, label }) => ({ value, label })),
          ]}
        />
        <FormWhen name="role" is="interpreter">
          <FormMultiSelect name="languages" label={t('languages')} choices={languages} />
        </FormWhen>
        {isNew && <InviteField />}
      </FieldGroup>
    </>
  );
}

/** Whether the new user is mailed a link to choose a password; only for roles that may sign in. */
function InviteField() {
  const { t } = useTranslation('users');
  const role = useFormValue<Role | null>('role');
  if (role && !isStaffRole(role)) return null;
  return <FormSwitch name="invite" label={t('sendInvitation')} description={t('sendInvitationHint')} />;
}
