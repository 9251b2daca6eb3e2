import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds, pageSize } from '../../../contract/bounds.ts';
import { locationTypes, serviceKinds } from '../../../contract/interpretations.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { link, name, optional } from '#ui/form/recordChecks.ts';
import type { Choice } from '#ui/Select.tsx';
import { dayCheck, timeCheck } from './reservationForm.ts';

const readPartners = partners.list({ page_size: pageSize.max, ordering: 'name' });

/** Every field of a reservation. */
export function ReservationFields({ item, isNew, isReadOnly }: FieldsProps<Reservation>) {
  const { t } = useTranslation('reservations');
  const { flags, timeZone } = useTenant();
  const partnerChoices = usePartners(item);
  const common = { isReadOnly, autoComplete: 'off' } as const;
  return (
    <>
      <FieldGroup title={t('what')}>
        <FormTextField {...common} name="name" label={t('name')} validate={name} autoFocus={isNew} />
        {flags.transcription && (
          <FormSelect
            name="service_kind"
            label={t('service')}
            choices={serviceKinds.map((value) => ({ value, label: t(`services.${value}`) }))}
            isDisabled={isReadOnly}
          />
        )}
        <FormSelect
          name="partner"
          label={t('partner')}
          choices={[{ value: '', label: t('none') }, ...partnerChoices]}
          isDisabled={isReadOnly}
        />
        {flags.emergencySchedules && <FormSwitch name="emergency" label={t('emergency')} isDisabled={isReadOnly} />}
      </FieldGroup>
      <FieldGroup title={t('when')}>
        <FormTextField {...common} name="date" label={t('date')} placeholder="DD-MM-YYYY" validate={dayCheck} />
        <FormTextField
          {...common}
          name="time_from"
          label={t('from')}
          placeholder="HH:mm"
          description={timeZone.replaceAll('_', ' ')}
          validate={timeCheck}
        />
        <FormTextField
          {...common}
          name="time_to"
          label={t('to')}
          placeholder="HH:mm"
          description={t('midnight')}
          validate={timeCheck}
        />
      </FieldGroup>
      <FieldGroup title={t('where')}>
        {flags.live && (
          <FormSelect
            name="type"
            label={t('type')}
            choices={locationTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            isDisabled={isReadOnly}
          />
        )}
        {flags.live && (
          <FormTextField
            {...common}
            name="address"
            label={t('address')}
            description={t('addressHint')}
            validate={optional(name)}
          />
        )}
        <FormTextField {...common} name="link" type="url" label={t('link')} validate={optional(link)} />
      </FieldGroup>
      <FieldGroup title={t('note')}>
        <FormTextArea name="note" label={t('note')} maxLength={bounds.note} isReadOnly={isReadOnly} />
      </FieldGroup>
    </>
  );
}

/** The partners to choose from, and the one that the reservation has. */
function usePartners(item: Reservation | undefined): Choice[] {
  const { data } = useQuery(readPartners);
  return useMemo(() => {
    const known = data?.results.map(({ id, name: label }) => ({ value: id, label })) ?? [];
    return item?.partner && !known.some(({ value }) => value === item.partner)
      ? [{ value: item.partner, label: item.partner_name ?? '–' }, ...known]
      : known;
  }, [data, item]);
}
