import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LocationType } from '../../../contract/interpretations.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import type { Column } from '#crud/List.tsx';
import { Status } from '#domain/booking/Status.tsx';
import { responseTone } from '#domain/coverage/responseTone.ts';
import { Day } from '#domain/DateTime.tsx';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { WebLink } from '#ui/ContactLink.tsx';
import { Muted } from '#ui/Muted.ts';
import { space } from '#ui/theme.ts';

/** Text that takes several lines rather than being cut: equal beginnings would not tell reservations apart. */
const Whole = styled.span`
  white-space: normal;
`;

/** The name of a reservation with its kind beside it. The kind wraps to the next line if both do not fit on one. */
const NameAndKind = styled(Whole)`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  column-gap: ${space(1.5)};
`;

/** The columns of all reservations (R125). */
const plain = [
  { key: 'name', label: 'reservations:name', sortBy: 'name', cell: ({ name }) => name },
  { key: 'start', label: 'reservations:start', sortBy: 'start', cell: ({ start }) => <Day at={start} /> },
  { key: 'time', label: 'reservations:time', cell: ({ time }) => <bdi dir="ltr">{time}</bdi> },
  { key: 'type', label: 'reservations:type', sortBy: 'type', cell: ({ type }) => <PlaceName type={type} /> },
  { key: 'address', label: 'reservations:address', sortBy: 'address', cell: ({ address }) => address ?? '–' },
  {
    key: 'link',
    label: 'reservations:link',
    cell: ({ link }) => (link ? <WebLink to={link} /> : '–'),
    title: ({ link }) => link ?? undefined,
  },
  { key: 'status', label: 'reservations:status', sortBy: 'status', cell: (item) => <Status reservation={item} /> },
] satisfies Column<Reservation>[];

/** The columns of the views of work: what somebody who plans needs to decide. */
const planned = [
  {
    key: 'what',
    label: 'reservations:what',
    sortBy: 'name',
    cell: (item) => <What reservation={item} />,
    title: ({ name }) => name,
  },
  { key: 'when', label: 'reservations:when', sortBy: 'start', cell: (item) => <When reservation={item} /> },
  {
    key: 'customer',
    label: 'reservations:customer',
    cell: ({ customer_name }) => <Whole>{customer_name ?? '–'}</Whole>,
    title: ({ customer_name }) => customer_name ?? undefined,
  },
  { key: 'team', label: 'reservations:interpreters', cell: (item) => <Team reservation={item} /> },
  {
    key: 'place',
    label: 'reservations:where',
    cell: ({ type, address, link }) =>
      address ? <Whole>{address}</Whole> : link ? <WebLink to={link} /> : <PlaceName type={type} />,
    title: ({ address, link }) => address ?? link ?? undefined,
  },
  {
    key: 'state',
    label: 'reservations:status',
    sortBy: 'status',
    // Its name says whether it is an emergency.
    cell: (item) => <Status reservation={{ ...item, emergency: false }} />,
  },
] satisfies Column<Reservation>[];

const further = [
  { key: 'partner', label: 'reservations:partner', cell: ({ partner_name }) => partner_name ?? '–' },
  { key: 'languages', label: 'reservations:languages', cell: (item) => <Languages of={item.languages} /> },
  {
    key: 'created',
    label: 'reservations:created',
    sortBy: 'created',
    cell: ({ created }) => <Day at={created} />,
  },
] satisfies Column<Reservation>[];

const extra = (columns: readonly Column<Reservation>[]) => columns.map((column) => ({ ...column, isExtra: true }));
const without = (columns: readonly Column<Reservation>[], ...keys: string[]) =>
  columns.filter(({ key }) => !keys.includes(key));

/** The columns of the list of all, and of the views of work; the others are under Display. */
export const columns = {
  all: [...plain, ...extra(without(planned, 'what', 'state')), ...extra(further)],
  work: [...planned, ...extra(further), ...extra(without(plain, 'name', 'status'))],
};

/** The name of a reservation, its kind where the deployment has several, and whether it is an emergency. */
function What({ reservation: { name, service_kind, emergency } }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  return (
    <NameAndKind>
      {name}
      {offeredBy(flags).serviceKinds.length > 1 && <Muted $isCompact> {t(`services.${service_kind}`)}</Muted>}
      {flags.emergencySchedules && emergency && (
        <>
          {' '}
          <Badge tone="danger">{t('emergency')}</Badge>
        </>
      )}
    </NameAndKind>
  );
}

/** The day, in a word if it is near, and the time. */
function When({ reservation: { start, date, time } }: { reservation: Reservation }) {
  const { t } = useTranslation('live');
  const { dates } = useFormats();
  const today = dates.dayOf(useMinute());
  const near = date === today ? t('today') : date === addDays(today, 1) ? t('tomorrow') : null;
  return (
    <time dateTime={start}>
      {near ?? `${dates.weekday(date)} ${dates.day(date)}`}, <bdi dir="ltr">{time}</bdi>
    </time>
  );
}

function Languages({ of }: { of: Reservation['languages'] }) {
  const names = useInterpretingLanguages();
  return names.flatMap(({ value, label }) => (of.some((code) => code === value) ? [label] : [])).join(', ') || '–';
}

/** The name of a location type. */
function PlaceName({ type }: { type: LocationType }) {
  const { t } = useTranslation('reservations');
  return t(`types.${type}`);
}

type Interpreter = Reservation['interpreters'][number];

/** How many of the interpreters that a reservation needs take part, and who has answered what: one line for each answer. */
function Team({ reservation: { interpreters, interpreters_needed, status } }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { list, numbers } = useFormats();
  const number = interpreters.filter(takesPart).length;
  const stateOf = ({ response }: Interpreter) =>
    status === 'approved' && (response === 'asked' || response === 'not_asked') ? 'booked' : response;
  return (
    <Lines>
      {(number !== 1 || interpreters_needed !== 1) && (
        <Muted>{t('ofNeeded', { number: numbers.count(number), needed: numbers.count(interpreters_needed) })}</Muted>
      )}
      {[...Map.groupBy(interpreters, stateOf)].map(([state, people]) => {
        const tone = state === 'booked' ? 'warning' : responseTone(state);
        return (
          <Line key={state}>
            {list(people.map(({ name }) => name))}
            {tone && <Badge tone={tone}>{state === 'booked' ? t('booked') : t(`responses.${state}`)}</Badge>}
          </Line>
        );
      })}
    </Lines>
  );
}

const Lines = styled.span`
  display: inline-flex;
  flex-direction: column;
  gap: ${space(0.5)};
  padding-block: ${space(1)};
  white-space: normal;
`;

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(0.5)} ${space(1.5)};
`;
