import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { offeredBy } from '../../../contract/offered.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { useRecordSearchChoices } from '#domain/useRecordSearchChoices.ts';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { FormSearchSelect } from '#ui/form/FormSearchSelect.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { FormTimeField } from '#ui/form/FormTimeField.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { address, link, name, optional } from '#ui/form/recordChecks.ts';
import { numbersOfInterpreters, type ReservationValues } from './reservationForm.ts';

/** The fields of a reservation. */
export function ReservationFields({ item, isNew, isReadOnly }: FieldsProps<Reservation>) {
  const { t } = useTranslation('reservations');
  const { flags, timeZone } = useTenant();
  const maySeePeople = useAtomValue(userAtom)?.verdicts.users ?? false;
  const customers = useRecordSearchChoices('customer', !isReadOnly && maySeePeople);
  const partners = useRecordSearchChoices('partner', !isReadOnly);
  const languages = useInterpretingLanguages();
  const today = useFormats().dates.today();
  const { locationTypes: places, serviceKinds: kinds } = offeredBy(flags);
  const { type } = useFormValues<ReservationValues>();
  const hasBegun = item !== undefined && item.date < today;
  const common = { isReadOnly, autoComplete: 'off' } as const;
  return (
    <>
      <FieldGroup title={t('what')}>
        <FormTextField {...common} name="name" label={t('name')} validate={name} autoFocus={isNew} />
        {kinds.length > 1 && (
          <FormSelect
            name="service_kind"
            label={t('service')}
            choices={kinds.map((value) => ({ value, label: t(`services.${value}`) }))}
            isDisabled={isReadOnly}
          />
        )}
        <FormSearchSelect
          name="customer"
          label={t('customer')}
          description={t('customerHint')}
          nothingFound={t('nothingFound')}
          isReadOnly={isReadOnly || !maySeePeople}
          {...customers}
        />
        <FormSearchSelect
          name="partner"
          label={t('partner')}
          nothingFound={t('nothingFound')}
          isReadOnly={isReadOnly}
          {...partners}
        />
        <FormMultiSelect
          name="languages"
          label={t('languages')}
          description={isReadOnly ? null : t('languagesHint')}
          choices={languages}
          isDisabled={isReadOnly}
        />
        <FormSelect
          name="interpreters_needed"
          label={t('interpretersNeeded')}
          choices={numbersOfInterpreters.map((value) => ({ value, label: value }))}
          isDisabled={isReadOnly}
        />
        {flags.emergencySchedules && <FormSwitch name="emergency" label={t('emergency')} isDisabled={isReadOnly} />}
        <FormTextArea name="note" label={t('note')} maxLength={bounds.note} isReadOnly={isReadOnly} />
      </FieldGroup>
      <FieldGroup title={t('when')}>
        <FormDayField
          name="date"
          label={t('date')}
          isReadOnly={isReadOnly}
          min={isReadOnly || hasBegun ? undefined : today}
          tooEarly="errors:event_in_past"
        />
        <FormTimeField {...common} name="time_from" label={t('from')} description={timeZone.replaceAll('_', ' ')} />
        <FormTimeField
          {...common}
          name="time_to"
          label={t('to')}
          description={isReadOnly ? null : t('midnight')}
          isEnd
        />
      </FieldGroup>
      <FieldGroup title={t('where')}>
        {places.length > 1 && (
          <FormSelect
            name="type"
            label={t('type')}
            choices={places.map((value) => ({ value, label: t(`types.${value}`) }))}
            isDisabled={isReadOnly}
          />
        )}
        {type === 'site' && <FormTextField {...common} name="address" label={t('address')} validate={address} />}
        <FormTextField {...common} name="link" type="url" label={t('link')} validate={optional(link)} />
      </FieldGroup>
    </>
  );
}
