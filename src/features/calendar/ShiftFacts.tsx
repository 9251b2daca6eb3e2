import { CalendarX, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Schedule } from '../../../contract/schedules.ts';
import type { CalendarBooking, Shift } from '../../../contract/shifts.ts';
import { spanText, wallSpan } from '../../../contract/wallSpan.ts';
import { useMutation } from '#api/query.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { useExcessWords } from '#domain/useExcessWords.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useOffersAbsences } from '#domain/useOffersAbsences.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DialogActs } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { Stack } from '#ui/Stack.ts';
import { colour, font, space } from '#ui/theme.ts';
import { useFailureOf } from '#ui/useAct.ts';
import { useBookingDescription } from './useBookingDescription.ts';
import { viewerTime } from './viewerTime.ts';
import { EndDialog } from './EndDialog.tsx';
import { Refusal } from './Refusal.tsx';
import { useReservedQuestion } from './useReservedQuestion.tsx';

type ShiftFactsProps = {
  shift: Shift;
  schedule: Schedule;
  /** The bookings in it, as far as they are known. */
  bookings: readonly CalendarBooking[];
  onBooking: (id: string) => void;
  onChange: () => void;
  onDelete: () => void;
  onDone: () => Promise<void>;
};

/** The facts of a shift, and the actions on it. */
export function ShiftFacts({ shift, schedule, bookings, onBooking, onChange, onDelete, onDone }: ShiftFactsProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  const [failure, setFailure] = useState<unknown>(null);
  const showFailure = useFailureOf(setFailure);
  const [isCallingOff, setCallingOff] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const isCalledOff = shift.state === 'disabled';
  const { ask, question } = useReservedQuestion(t('callOff'));
  const state = isCalledOff ? 'enabled' : 'disabled';
  const turn = useMutation(
    () =>
      ask({
        send: (decisions) => shifts.update(shift.id, shift.etag, { state, decisions }),
        affected: () => shifts.affected(shift.id, { state }),
      }),
    [calendar.path, shifts.path],
  );
  return (
    <Stack $gap={4}>
      {failure !== null && (
        <Banner tone="danger" isUrgent>
          {errorMessage(failure)}
        </Banner>
      )}
      <Refusal error={failure} shift={shift.id} schedule={null} />
      <Terms shift={shift} schedule={schedule} />
      <Badges shift={shift} />
      {bookings.length > 0 && <Bookings bookings={bookings} onBooking={onBooking} />}
      <Away shift={shift} />
      <Acts
        shift={shift}
        isTurning={turn.isRunning}
        onTurn={() => {
          setFailure(null);
          if (isCalledOff) turn.run(undefined).then(onDone, showFailure);
          else setCallingOff(true);
        }}
        onEnd={() => setEnding(true)}
        onChange={onChange}
        onDelete={onDelete}
      />
      {isEnding && <EndDialog shift={shift} onClose={() => setEnding(false)} onDone={onDone} />}
      <ConfirmDialog
        isOpen={isCallingOff}
        onClose={() => setCallingOff(false)}
        title={t('callOffTitle', { name: `${shift.interpreter_name}, ${dates.day(shift.date)}` })}
        confirm={t('callOff')}
        act={async () => {
          try {
            await turn.run(undefined);
          } catch (error) {
            // The error is shown with the shift's facts.
            setCallingOff(false);
            showFailure(error);
            return;
          }
          await onDone();
        }}
      >
        {t('callOffText')}
        {question}
      </ConfirmDialog>
    </Stack>
  );
}

type ActsProps = Pick<ShiftFactsProps, 'shift' | 'onChange' | 'onDelete'> & {
  isTurning: boolean;
  /** The shift is to be called off, or put back. */
  onTurn: () => void;
  onEnd: () => void;
};

/** What can be done with a shift, or why nothing can. */
function Acts({ shift, isTurning, onTurn, onEnd, onChange, onDelete }: ActsProps) {
  const { t } = useTranslation(['calendar', 'crud', 'errors']);
  const isCalledOff = shift.state === 'disabled';
  if (shift.can.update) {
    return (
      <DialogActs>
        {shift.can.delete && (
          <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={onDelete}>
            {t('crud:delete')}
          </Button>
        )}
        <Button
          {...(isCalledOff
            ? { variant: 'secondary' as const }
            : { variant: 'destructive' as const, icon: <CalendarX aria-hidden /> })}
          isPending={isTurning}
          onPress={onTurn}
        >
          {t(isCalledOff ? 'putBack' : 'callOff')}
        </Button>
        <Button variant="primary" onPress={onChange}>
          {t('change')}
        </Button>
      </DialogActs>
    );
  }
  if (shift.can.end) {
    return (
      <DialogActs>
        <Button onPress={onEnd}>{t('changeEnd')}</Button>
      </DialogActs>
    );
  }
  return <p>{shift.source === 'external' ? t('errors:schedule_external') : t('past')}</p>;
}

/** When and where a shift is, of which type, and how it repeats. */
function Terms({ shift, schedule }: Pick<ShiftFactsProps, 'shift' | 'schedule'>) {
  const { t } = useTranslation(['calendar', 'crud']);
  const { dates } = useFormats();
  const { flags } = useTenant();
  const excess = useExcessWords()(shift.excess);
  const ownTime = [shift.from, shift.to].map(viewerTime).join('–');
  return (
    <Facts>
      <dt>{t('when')}</dt>
      <dd>
        <span>{`${dates.fullDay(shift.date)}, ${spanText(shift)}`}</span>
        {viewerTime(shift.from) !== dates.time(shift.from) && <Own>{t('yourTime', { time: ownTime })}</Own>}
      </dd>
      <dt>{t('type')}</dt>
      <dd>{t(`channels.${shift.request_type}`)}</dd>
      {flags.transcription && (
        <>
          <dt>{t('communication')}</dt>
          <dd>{t(`kinds.${shift.communication_type}`)}</dd>
        </>
      )}
      {shift.address && (
        <>
          <dt>{t('address')}</dt>
          <dd>{shift.address}</dd>
        </>
      )}
      {shift.travel_time > 0 && (
        <>
          <dt>{t('travel')}</dt>
          <dd>{t('minutes', { minutes: shift.travel_time })}</dd>
        </>
      )}
      {excess.length > 0 && (
        <>
          <dt>{t('crud:workingTime.title')}</dt>
          <dd>{excess.join(' · ')}</dd>
        </>
      )}
      <dt>{t('repeat')}</dt>
      <dd>
        {t(`repeats.${schedule.repeat}`)}
        {schedule.repeat !== 'once' && `, ${dates.day(schedule.date)} – ${dates.day(schedule.until)}`}
        {schedule.days_out.length > 0 && <Own>{t('daysOut', { number: schedule.days_out.length })}</Own>}
      </dd>
    </Facts>
  );
}

/** The bookings in a shift, with how certain each is. */
function Bookings({ bookings, onBooking }: Pick<ShiftFactsProps, 'bookings' | 'onBooking'>) {
  const { t } = useTranslation('reservations');
  const describe = useBookingDescription();
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>{t('title')}</h3>
      <ul>
        {bookings.map((booking) => (
          <Booking key={booking.id}>
            <Button variant="quiet" onPress={() => onBooking(booking.id)}>
              {`${spanText(booking)} ${booking.name}`}
            </Button>
            <Own>{describe(booking).join(', ')}</Own>
          </Booking>
        ))}
      </ul>
    </section>
  );
}

/** The way to the form of an absence, filled in with the person and the time of a shift that is not over. */
function Away({ shift: { interpreter, date, time_from, time_to, to } }: Pick<ShiftFactsProps, 'shift'>) {
  const { t } = useTranslation('shell');
  const offersAbsences = useOffersAbsences();
  const plans = useMayWrite('calendar');
  const now = useMinute();
  if (!offersAbsences || !plans || Date.parse(to) <= Date.parse(now)) return null;
  const isNextDay = wallSpan({ time_from, time_to })?.isNextDay ?? false;
  const time = new URLSearchParams({
    person: interpreter,
    date_from: date,
    date_to: isNextDay ? addDays(date, 1) : date,
    time_from,
    time_to,
  });
  return (
    <div>
      <ButtonLink to={`${paths.absences.create.href()}?${time}`}>{t('addAbsence')}</ButtonLink>
    </div>
  );
}

/** What is special about a shift, in a word each. */
function Badges({ shift }: Pick<ShiftFactsProps, 'shift'>) {
  const { t } = useTranslation('calendar');
  const { flags } = useTenant();
  const badges = [
    ...(flags.emergencySchedules && shift.emergency ? [{ tone: 'danger' as const, word: t('emergency') }] : []),
    ...(shift.state === 'enabled' ? [] : [{ tone: 'neutral' as const, word: t(`states.${shift.state}`) }]),
    ...(shift.source === 'external' ? [{ tone: 'info' as const, word: t('external') }] : []),
    ...(shift.allowReservations ? [{ tone: 'success' as const, word: t('reservable') }] : []),
    ...(shift.changed_alone ? [{ tone: 'neutral' as const, word: t('changedAlone') }] : []),
  ];
  if (badges.length === 0) return null;
  return (
    <BadgeList>
      {badges.map(({ tone, word }) => (
        <li key={word}>
          <Badge tone={tone}>{word}</Badge>
        </li>
      ))}
    </BadgeList>
  );
}

const Own = styled.span`
  display: block;
  color: ${colour.textMuted};
  font-size: ${font.size.small};
`;

const Booking = styled.li`
  padding-block: ${space(1)};

  & > button {
    margin-inline-start: -${space(3)};
    text-align: inherit;
    white-space: normal;
  }
`;

const BadgeList = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1.5)};
`;
