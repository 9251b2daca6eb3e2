import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { TimeSpanFields } from '#domain/TimeSpanFields.tsx';
import { useRecordSearchChoices } from '#domain/useRecordSearchChoices.ts';
import { useFormats } from '#i18n/useFormats.ts';
import type { Word } from '#i18n/words.ts';
import { typedDay } from '#lib/dates.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { required } from '#ui/form/checks.ts';
import { address } from '#ui/form/recordChecks.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormSearchSelect } from '#ui/form/FormSearchSelect.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { TextField } from '#ui/TextField.tsx';
import { isOnSite, type ShiftValues, type TermsValues } from './shiftForm.ts';
import { useIsOneself } from '#domain/useIsOneself.ts';

const minutes = (value: string): Word | undefined =>
  /^\d{0,3}$/.test(value.trim()) && Number(value) <= bounds.travel ? undefined : 'calendar:minutesWrong';

/** The fields for interpreter, day and times. */
export function TimeFields({
  firstDay,
  isDayAlone = false,
}: {
  /** The first day of a series, which cannot change; without it the form has a field for the day. */
  firstDay?: string | null;
  /** Whether the form changes one day of a series. */
  isDayAlone?: boolean;
}) {
  const { t } = useTranslation(['calendar', 'crud']);
  const isOneself = useIsOneself();
  const interpreters = useRecordSearchChoices('interpreter', !isOneself);
  const { dates } = useFormats();
  const { repeat } = useFormValues<ShiftValues>();
  return (
    <>
      <FormSearchSelect
        name="interpreter"
        label={t('interpreter')}
        placeholder={t('crud:pick.interpreter')}
        nothingFound={t('crud:nothingFound')}
        isDisabled={isOneself}
        validate={required}
        {...interpreters}
      />
      {firstDay ? (
        <TextField label={t('firstDay')} value={typedDay(firstDay)} isDisabled />
      ) : (
        <FormDayField
          name="date"
          label={t(isDayAlone || repeat === 'once' ? 'date' : 'firstDay')}
          min={dates.today()}
          tooEarly="errors:event_in_past"
        />
      )}
      <TimeSpanFields labels={{ from: t('from'), to: t('to') }} />
    </>
  );
}

/** The fields for purpose and place, as far as this deployment has them. */
export function TermsFields() {
  const { t } = useTranslation('calendar');
  const { flags } = useTenant();
  const values = useFormValues<TermsValues>();
  const { channels: types, serviceKinds } = offeredBy(flags);
  const isSite = isOnSite(values);
  const isLive = values.request_type === 'live';
  return (
    <>
      {types.length > 1 && (
        <FormSelect
          name="request_type"
          label={t('type')}
          choices={types.map((value) => ({ value, label: t(`channels.${value}`) }))}
        />
      )}
      {serviceKinds.length > 1 && (
        <FormSelect
          name="communication_type"
          label={t('communication')}
          choices={serviceKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      )}
      {flags.live && isLive && (
        <>
          <FormSelect
            name="location_type"
            label={t('place')}
            choices={[
              { value: 'remote', label: t('remote') },
              { value: 'site', label: t('site') },
            ]}
          />
          {isSite && (
            <>
              <FormTextField name="address" label={t('address')} maxLength={bounds.address.max} validate={address} />
              <FormTextField
                name="travel_time"
                label={t('travel')}
                description={t('travelHint')}
                inputMode="numeric"
                validate={minutes}
              />
            </>
          )}
        </>
      )}
      {flags.reservations && <FormSwitch name="allowReservations" label={t('allowReservations')} />}
      {flags.emergencySchedules && <FormSwitch name="emergency" label={t('emergencySchedule')} />}
    </>
  );
}
