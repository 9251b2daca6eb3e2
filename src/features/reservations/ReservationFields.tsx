import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { offeredBy } from '../../../contract/offered.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { toldByChange } from '../../../contract/toldByChange.ts';
import { wallSpan } from '../../../contract/wallSpan.ts';
import { useQuery } from '#api/query.ts';
import { venuesOf } from '#api/venues.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { TimeSpanFields } from '#domain/TimeSpanFields.tsx';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useRecordSearchChoices } from '#domain/useRecordSearchChoices.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Banner } from '#ui/Banner.tsx';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormLinkField } from '#ui/form/FormLinkField.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { FormSearchSelect } from '#ui/form/FormSearchSelect.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useFormValues, useSetFormValue } from '#ui/form/formState.ts';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { address as checkAddress, link, name as checkName, optional } from '#ui/form/recordChecks.ts';
import { Muted } from '#ui/Muted.ts';
import { Select } from '#ui/Select.tsx';
import { numbersOfInterpreters, type ReservationValues, toReservation } from './reservationForm.ts';
import { useTeamAdvice } from './useTeamAdvice.ts';

/** The fields of a reservation. */
export function ReservationFields({ item, isNew }: FieldsProps<Reservation>) {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const maySeePeople = useAtomValue(userAtom)?.verdicts.users ?? false;
  const customers = useRecordSearchChoices('customer', maySeePeople);
  const partners = useRecordSearchChoices('partner', true);
  const languages = useInterpretingLanguages();
  const { dates } = useFormats();
  const today = dates.today();
  const { locationTypes: places, serviceKinds: kinds } = offeredBy(flags);
  const { type, time_from, time_to, interpreters_needed } = useFormValues<ReservationValues>();
  const minutes = time_from && time_to ? (wallSpan({ time_from, time_to })?.minutes ?? 0) : 0;
  const teamAdvice = useTeamAdvice().ofMinutes(minutes, Number(interpreters_needed));
  const hasBegun = item !== undefined && item.date < today;
  const common = { autoComplete: 'off' } as const;
  return (
    <>
      <FieldGroup title={t('what')}>
        <FormTextField {...common} name="name" label={t('name')} validate={checkName} autoFocus={isNew} />
        {kinds.length > 1 && (
          <FormSelect
            name="service_kind"
            label={t('service')}
            choices={kinds.map((value) => ({ value, label: t(`services.${value}`) }))}
          />
        )}
        <FormSearchSelect
          name="customer"
          label={t('customer')}
          description={t('customerHint')}
          nothingFound={t('nothingFound')}
          isReadOnly={!maySeePeople}
          {...customers}
        />
        <FormSearchSelect name="partner" label={t('partner')} nothingFound={t('nothingFound')} {...partners} />
        <FormMultiSelect name="languages" label={t('languages')} description={t('languagesHint')} choices={languages} />
        <FormSelect
          name="interpreters_needed"
          label={t('interpretersNeeded')}
          choices={numbersOfInterpreters.map((value) => ({ value, label: value }))}
        />
        {flags.emergencySchedules && <FormSwitch name="emergency" label={t('emergency')} />}
        <FormTextArea name="note" label={t('note')} maxLength={bounds.note} />
      </FieldGroup>
      <FieldGroup title={t('when')}>
        <FormDayField
          name="date"
          label={t('date')}
          min={hasBegun ? undefined : today}
          tooEarly="errors:event_in_past"
        />
        <TimeSpanFields labels={{ from: t('from'), to: t('to') }} description={dates.zone()} />
        {teamAdvice && <Banner tone="warning">{teamAdvice}</Banner>}
      </FieldGroup>
      <FieldGroup title={t('where')}>
        {places.length > 1 && (
          <FormSelect
            name="type"
            label={t('type')}
            choices={places.map((value) => ({ value, label: t(`types.${value}`) }))}
          />
        )}
        {type === 'site' && <VenueField />}
        {type === 'site' && <FormTextField {...common} name="address" label={t('address')} validate={checkAddress} />}
        <FormLinkField {...common} name="link" label={t('link')} validate={optional(link)} />
      </FieldGroup>
      {item && <ToldByChange reservation={item} />}
    </>
  );
}

/** The venues of the chosen partner, of which one fills in the address; nothing if there are none with an address. */
function VenueField() {
  const { t } = useTranslation('reservations');
  const setValue = useSetFormValue();
  const { partner, address } = useFormValues<ReservationValues>();
  const id = decodeChoice(partner)?.value;
  const { data } = useQuery(id ? venuesOf(id).list({ page_size: 100, ordering: 'name' }) : null, {
    keepPreviousData: false,
  });
  const venues = data?.results.filter((venue) => venue.address !== null) ?? [];
  if (!id || venues.length === 0) return null;
  return (
    <Select
      label={t('venue')}
      description={t('venueHint')}
      choices={venues.map((venue) => ({ value: venue.id, label: `${venue.name}, ${venue.address}` }))}
      value={venues.find((venue) => venue.address === address)?.id ?? null}
      onChange={(chosen) => setValue('address', venues.find((venue) => venue.id === chosen)?.address ?? '')}
    />
  );
}

/** Names the interpreters whom saving asks again, and the people whom it notifies. */
function ToldByChange({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { list } = useFormats();
  const values = useFormValues<ReservationValues>();
  const { askedAgain, interpreters, offered, customers } = toldByChange(reservation, toReservation(values));
  const names = new Map(reservation.interpreters.map(({ id, name }) => [id, name]));
  if (reservation.customer) names.set(reservation.customer, reservation.customer_name ?? '');
  const coming = decodeChoice(values.customer);
  if (coming) names.set(coming.value, coming.label);
  const named = (ids: readonly string[]) => list(ids.flatMap((id) => names.get(id) ?? []));
  const concerned = [...interpreters, ...offered, ...customers];
  return (
    <Muted as="div" role="status">
      {askedAgain.length > 0 && <p>{t('askedAgain', { names: named(askedAgain) })}</p>}
      {concerned.length > 0 && <p>{t('tellsPeople', { names: named(concerned) })}</p>}
    </Muted>
  );
}
