import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FreeInterpreter, Reservation } from '../../../contract/reservations.ts';
import { useMutation } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { schedules } from '#api/schedules.ts';
import { randomId } from '#lib/randomId.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';

/** Adds a shift for exactly the time, place and kind of a reservation, so that the candidate can take it. */
export function AddShift({ candidate, reservation }: { candidate: FreeInterpreter; reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const tellFailure = useTellFailure();
  const key = useRef(randomId());
  const { date, time_from, time_to, type, address, service_kind, time } = reservation;
  const { interpreter, interpreter_name: name } = candidate;
  const { run, isRunning } = useMutation(
    () =>
      schedules.create(
        {
          interpreter,
          date,
          repeat: 'once',
          time_from,
          time_to,
          location_type: type,
          address: type === 'site' ? address : null,
          request_type: flags.live && (type === 'site' || !flags.online) ? 'live' : 'online',
          communication_type: service_kind,
          allowReservations: true,
        },
        key.current,
      ),
    ['calendar/', schedules.path, 'shifts/', 'interpreters/', reservations.path],
  );
  if (!useMayWrite('calendar')) return null;
  return (
    <Button
      size="small"
      isPending={isRunning}
      aria-label={t('addShiftNamed', { name, time })}
      onPress={() =>
        void run(undefined).then(() => toast({ title: t('shiftAdded', { name, time }), tone: 'success' }), tellFailure)
      }
    >
      {t('addShift')}
    </Button>
  );
}
