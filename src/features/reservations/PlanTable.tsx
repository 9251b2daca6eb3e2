import { CircleAlert, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PlanLine, PlanPair } from '../../../contract/reservationPlans.ts';
import { Candidates } from '#domain/booking/Candidates.tsx';
import { useCandidateWords } from '#domain/coverage/useCandidateWords.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { Row } from '#ui/Row.ts';
import { colour, font, media, space, visuallyHidden } from '#ui/theme.ts';
import { WideTable } from '#ui/WideTable.ts';
import type { PlanRow } from './usePlanRows.ts';
import { useTeamAdvice } from './useTeamAdvice.ts';

type Acts = {
  onLock: (pair: PlanPair) => void;
  onUnlock: (pair: PlanPair) => void;
  /** Called with the pair that is chosen, and the one in whose place it comes, if any. */
  onChoose: (pair: PlanPair, former: readonly PlanPair[]) => void;
  onLeaveOut: (pair: PlanPair) => void;
  onPutBack: (pair: PlanPair) => void;
};

/** The rows of a plan: each person whom a reservation lacks, with who is proposed or why nobody is, what was done, and the acts. */
export function PlanTable({ rows, ...acts }: Acts & { rows: readonly PlanRow[] }) {
  const { t } = useTranslation('reservations');
  const [changing, setChanging] = useState<PlanRow | null>(null);
  return (
    <>
      <Summary rows={rows} />
      <Rows>
        <caption>{t('plan.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('customer')}</th>
            <th scope="col">{t('plan.who')}</th>
            <th scope="col">{t('plan.acts')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.key} row={row} onChange={() => setChanging(row)} {...acts} />
          ))}
        </tbody>
      </Rows>
      {changing && (
        <Choosing
          line={changing.line}
          onClose={() => setChanging(null)}
          onChoose={(interpreter) => {
            acts.onChoose(
              { reservation: changing.line.reservation.id, interpreter },
              changing.pair ? [changing.pair] : [],
            );
            setChanging(null);
          }}
        />
      )}
    </>
  );
}

/** How many rows have somebody, and what was done with them, read aloud when it changes. */
function Summary({ rows }: { rows: readonly PlanRow[] }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const filled = rows.filter(({ pair, isLeftOut }) => pair !== null && !isLeftOut);
  const counts = [
    { word: 'plan.assigned', number: rows.filter(({ done }) => done === 'assign').length },
    { word: 'plan.offered', number: rows.filter(({ done }) => done === 'offer').length },
    { word: 'plan.refused', number: rows.filter(({ refusal, done }) => refusal !== null && done === null).length },
  ] as const;
  return (
    <Sum role="status">
      <b>{t('plan.filled', { number: numbers.count(filled.length), all: numbers.count(rows.length) })}</b>
      {counts.map(
        ({ word, number }) => number > 0 && <span key={word}>{t(word, { number: numbers.count(number) })}</span>,
      )}
    </Sum>
  );
}

function Line({ row, onChange, ...acts }: Acts & { row: PlanRow; onChange: () => void }) {
  const { t } = useTranslation('reservations');
  const { dates } = useFormats();
  const { id, name, date, time, start, customer_name } = row.line.reservation;
  return (
    <tr>
      <th scope="row">
        <Link to={paths.reservations.record.href({ id })}>{name}</Link>
      </th>
      <td data-label={t('when')}>
        <time dateTime={start}>
          {dates.weekday(date)} {dates.day(date)}
          {', '}
          <bdi dir="ltr">{time}</bdi>
        </time>
      </td>
      <td data-label={t('customer')}>{customer_name ?? '–'}</td>
      <td data-label={t('plan.who')}>
        <Who row={row} />
      </td>
      <td>
        <LineActs row={row} onChange={onChange} {...acts} />
      </td>
    </tr>
  );
}

/** Who is proposed with what speaks for them, or why nobody is; and what became of it. */
function Who({ row: { line, isLeftOut, done, refusal } }: { row: PlanRow }) {
  const { t } = useTranslation('reservations');
  const { sentence } = useCandidateWords();
  const errorMessage = useErrorMessage();
  const { interpreter, reservation } = line;
  const teamAdvice = useTeamAdvice().of(reservation);
  if (!interpreter) return <Gap line={line} />;
  const name = interpreter.interpreter_name;
  if (isLeftOut)
    return (
      <Muted>
        <s>{name}</s> {t('plan.leftOut')}
      </Muted>
    );
  if (done)
    return (
      <>
        <Badge tone="success">
          {done === 'offer'
            ? t('plan.offeredNamed', { name })
            : t(reservation.status === 'approved' ? 'assignedNamed' : 'askedNamed', { name })}
        </Badge>
        {refusal && <Refusal>{t('plan.undoRefused', { reason: errorMessage(refusal.error) })}</Refusal>}
      </>
    );
  return (
    <>
      <Name>{name}</Name>
      {refusal ? (
        <Refusal>{t(`plan.${refusal.act}.refused`, { reason: errorMessage(refusal.error) })}</Refusal>
      ) : (
        <Muted as="p" $isCompact>
          {[sentence(interpreter, reservation), teamAdvice].filter(Boolean).join(' · ')}
        </Muted>
      )}
    </>
  );
}

function Refusal({ children }: { children: string }) {
  return (
    <Refused>
      <CircleAlert size={16} aria-hidden />
      <span>{children}</span>
    </Refused>
  );
}

function Gap({ line: { obstacles, needs_shift: needing = 0, asked_elsewhere: asked = 0 } }: { line: PlanLine }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const reasons = [
    ...(asked > 0 ? [{ label: t('plan.askedElsewhere'), people: asked }] : []),
    ...(needing > 0 ? [{ label: t('groups.needs_shift'), people: needing }] : []),
    ...obstacles.map(({ obstacle, people }) => ({ label: t(`obstacles.${obstacle}`), people })),
  ];
  return (
    <>
      <Badge tone="warning">{t('plan.nobody')}</Badge>
      <Muted as="p" $isCompact>
        {reasons.map(({ label, people }) => `${label}: ${numbers.count(people)}`).join(' · ')}
      </Muted>
    </>
  );
}

function LineActs({
  row: { line, pair, isLeftOut, done },
  onChange,
  onLock,
  onUnlock,
  onLeaveOut,
  onPutBack,
}: Acts & { row: PlanRow; onChange: () => void }) {
  const { t } = useTranslation('reservations');
  const { interpreter, reservation, is_locked: isLocked } = line;
  if (done) return null;
  const named = (act: string) =>
    `${act}: ${[reservation.name, interpreter?.interpreter_name].filter(Boolean).join(', ')}`;
  if (!pair)
    return (
      <Button size="small" aria-label={named(t('findFree'))} onPress={onChange}>
        {t('findFree')}
      </Button>
    );
  const word = t(isLeftOut ? 'plan.putBack' : 'plan.leaveOut');
  return (
    <Row>
      {!isLeftOut && (
        <Keep
          size="small"
          variant="quiet"
          icon={<Lock size={14} aria-hidden />}
          aria-pressed={isLocked}
          aria-label={named(t('plan.keep'))}
          onPress={() => (isLocked ? onUnlock(pair) : onLock(pair))}
        >
          {t('plan.keep')}
        </Keep>
      )}
      {!isLeftOut && (
        <Button size="small" variant="quiet" aria-label={named(t('plan.change'))} onPress={onChange}>
          {t('plan.change')}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        aria-label={named(word)}
        onPress={() => (isLeftOut ? onPutBack(pair) : onLeaveOut(pair))}
      >
        {word}
      </Button>
    </Row>
  );
}

/** The choice of somebody else for a reservation, among those who could take it. */
function Choosing({
  line: { reservation },
  onClose,
  onChoose,
}: {
  line: PlanLine;
  onClose: () => void;
  onChoose: (interpreter: string) => void;
}) {
  const { dates } = useFormats();
  const { name, date, time } = reservation;
  return (
    <Dialog isOpen onClose={onClose} title={name}>
      <p>
        {dates.fullDay(date)}, <bdi dir="ltr">{time}</bdi>
      </p>
      <Candidates
        reservation={reservation}
        isBusy={false}
        words="choose"
        onAssign={({ id }) => onChoose(id)}
        onAssignAnyway={null}
        onApprove={null}
      />
    </Dialog>
  );
}

const Rows = styled(WideTable)`
  & > caption {
    ${visuallyHidden}
  }

  & :is(th, td) {
    padding-inline: ${space(3)};
  }

  & bdi {
    white-space: nowrap;
  }

  & > tbody td:last-of-type > div {
    gap: 0;
  }

  & > tbody td:last-of-type button {
    white-space: nowrap;
  }

  @container (min-width: 49rem) {
    & > tbody td:last-of-type > div {
      flex-wrap: nowrap;
    }
  }

  ${media.phone} {
    & > tbody tr {
      padding-inline: ${space(4)};
    }
  }

  @media print {
    & :is(thead th, td):last-child {
      display: none;
    }
  }
`;

const Sum = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  padding: ${space(4)} ${space(3)} ${space(2)};

  & > b {
    font-weight: ${font.weight.semibold};
  }
`;

const Name = styled.span`
  font-weight: ${font.weight.medium};
`;

const Keep = styled(Button)`
  &[aria-pressed='true'] {
    border-color: ${colour.accent};
    color: ${colour.accentText};
  }
`;

const Refused = styled.p`
  display: flex;
  gap: ${space(2)};
  color: ${colour.dangerText};
  font-size: ${font.size.compact};
`;
