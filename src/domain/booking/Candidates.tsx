import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { FreeInterpreter, Reservation } from '../../../contract/reservations.ts';
import { freeFor } from '#api/reservations.ts';
import { useQuery } from '#api/query.ts';
import { useCandidateWords } from '#domain/coverage/useCandidateWords.ts';
import { useRecordSearchChoices } from '#domain/useRecordSearchChoices.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Muted } from '#ui/Muted.ts';
import { SearchSelect } from '#ui/SearchSelect.tsx';
import type { Choice } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { colour, font, space } from '#ui/theme.ts';
import { AddShift } from './AddShift.tsx';
import { AssignAnyway } from './AssignAnyway.tsx';
import { WhyNot } from './WhyNot.tsx';

/** How many of a group are shown at first, so that a normal reservation fits in a window. */
const few = 3;

type CandidatesProps = {
  reservation: Reservation;
  isBusy: boolean;
  /** Whether they are asked, booked at once because it is approved, or chosen for a plan. */
  words: 'ask' | 'assign' | 'choose';
  onAssign: (interpreter: { id: string; name: string }) => void;
  /** Assigns somebody who speaks none of the requested languages, and resolves when they are; null where nobody is assigned. */
  onAssignAnyway: ((interpreter: { id: string; name: string }, reason: string) => Promise<void>) | null;
  /** Approves it with one more interpreter; null if that does not complete the team. */
  onApprove: ((interpreter: { id: string; name: string }) => void) | null;
};

/** Who could take a reservation, the best first: those who are ready, those who need a shift, and the others with the reason. */
export function Candidates(props: CandidatesProps) {
  const { reservation } = props;
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const [areImpossibleShown, setImpossibleShown] = useState(false);
  const { data, error, isValidating, retry } = useQuery(freeFor(reservation.id));
  if (!data && error !== undefined) {
    return (
      <FailedState
        headingLevel={3}
        title={t('freeFailed')}
        error={error}
        isRetrying={isValidating}
        onRetry={() => void retry()}
      />
    );
  }
  if (!data) return <Skeleton height="120px" />;
  const ready = data.results.filter(({ shift }) => shift !== null);
  const needing = data.results.filter(({ shift }) => shift === null);
  return (
    <section aria-label={t('free')}>
      {data.results.length === 0 && <Muted as="p">{t('nobodyFree')}</Muted>}
      <Group title={t('groups.ready')} people={ready}>
        {(candidate) => <Ready key={candidate.interpreter} candidate={candidate} {...props} />}
      </Group>
      <Group title={t('groups.needs_shift')} people={needing}>
        {(candidate) => <Needing key={candidate.interpreter} candidate={candidate} reservation={reservation} />}
      </Group>
      {data.impossible > 0 && (
        <More
          size="small"
          variant="quiet"
          aria-expanded={areImpossibleShown}
          onPress={() => setImpossibleShown(!areImpossibleShown)}
        >
          {t(areImpossibleShown ? 'hideImpossible' : 'showImpossible', { number: numbers.count(data.impossible) })}
        </More>
      )}
      {areImpossibleShown && <Impossible {...props} />}
      <Lookup {...props} />
    </section>
  );
}

/** A titled list of candidates, of which the first few are shown. */
function Group({
  title,
  people,
  children,
}: {
  title: string;
  people: readonly FreeInterpreter[];
  children: (candidate: FreeInterpreter) => ReactNode;
}) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  if (people.length === 0) return null;
  return (
    <>
      <Title id={id}>
        {title} <Muted>{numbers.count(people.length)}</Muted>
      </Title>
      <ul aria-labelledby={id}>{(isWhole ? people : people.slice(0, few)).map(children)}</ul>
      {!isWhole && people.length > few && (
        <More size="small" variant="quiet" onPress={() => setWhole(true)}>
          {t('showMore', { number: numbers.count(people.length - few) })}
        </More>
      )}
    </>
  );
}

function Ready({
  candidate,
  reservation,
  isBusy,
  words,
  onAssign,
  onApprove,
}: CandidatesProps & { candidate: FreeInterpreter }) {
  const { t } = useTranslation('reservations');
  const { points } = useCandidateWords();
  const person = { id: candidate.interpreter, name: candidate.interpreter_name };
  return (
    <Row candidate={candidate} reservation={reservation}>
      <Tooltip text={points(candidate, reservation)}>
        <Button
          size="small"
          isDisabled={isBusy}
          aria-label={t(`${words}Named`, { name: person.name })}
          onPress={() => onAssign(person)}
        >
          {t(words)}
        </Button>
      </Tooltip>
      {onApprove && (
        <Button
          size="small"
          isDisabled={isBusy}
          aria-label={t('approveWithMessage', { name: person.name })}
          onPress={() => onApprove(person)}
        >
          {t('approveMore')}
        </Button>
      )}
    </Row>
  );
}

function Needing({ candidate, reservation }: { candidate: FreeInterpreter; reservation: Reservation }) {
  return (
    <Row candidate={candidate} reservation={reservation}>
      <AddShift candidate={candidate} reservation={reservation} />
    </Row>
  );
}

/** A candidate in a sentence, and the acts with them. */
function Row({
  candidate,
  reservation,
  children,
}: {
  candidate: FreeInterpreter;
  reservation: Reservation;
  children?: ReactNode;
}) {
  const { sentence } = useCandidateWords();
  return (
    <Item>
      <div>
        <Name>{candidate.interpreter_name}</Name>
        {candidate.group === 'impossible' ? (
          <WhyNot candidate={candidate} />
        ) : (
          <Muted as="p" $isCompact>
            {sentence(candidate, reservation)}
          </Muted>
        )}
      </div>
      {children && <Acts>{children}</Acts>}
    </Item>
  );
}

/** One who cannot take it, with the reason; if only the languages are against them, with the way to assign them anyway. */
function Hindered({
  candidate,
  reservation,
  isBusy,
  onAssignAnyway,
}: CandidatesProps & { candidate: FreeInterpreter }) {
  const isOnlyLanguage = candidate.obstacle === 'language' && candidate.shift !== null;
  return (
    <Row candidate={candidate} reservation={reservation}>
      {isOnlyLanguage && onAssignAnyway && (
        <AssignAnyway candidate={candidate} isBusy={isBusy} onAssign={onAssignAnyway} />
      )}
    </Row>
  );
}

/** Those who cannot take it, each with the reason and what would have to change. */
function Impossible(props: CandidatesProps) {
  const { reservation } = props;
  const { t } = useTranslation('reservations');
  const { data, error } = useQuery(freeFor(reservation.id, { group: ['impossible'], limit: 100 }));
  if (!data) return error === undefined ? <Skeleton height="80px" /> : <Muted as="p">{t('freeFailed')}</Muted>;
  return (
    <ul aria-label={t('groups.impossible')}>
      {data.results.map((candidate) => (
        <Hindered key={candidate.interpreter} candidate={candidate} {...props} />
      ))}
    </ul>
  );
}

/** Answers about any interpreter whether they could take it, and why not. */
function Lookup(props: CandidatesProps) {
  const { reservation } = props;
  const { t } = useTranslation(['reservations', 'crud']);
  const interpreters = useRecordSearchChoices('interpreter', true);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { data, error } = useQuery(chosen && freeFor(reservation.id, { interpreter: [chosen.value] }));
  const candidate = data?.results.find(({ interpreter }) => interpreter === chosen?.value);
  const member = reservation.interpreters.find(({ id }) => id === chosen?.value);
  const isMember = member !== undefined && takesPart(member);
  return (
    <Finding>
      <SearchSelect
        label={t('whyNot')}
        placeholder={t('crud:pick.interpreter')}
        {...interpreters}
        value={chosen}
        onChange={setChosen}
        nothingFound={t('crud:nothingFound')}
      />
      <ul aria-live="polite" aria-label={t('answerToWhyNot')}>
        {candidate && <Found candidate={candidate} isMember={isMember} {...props} />}
        {!candidate && error !== undefined && <li>{t('freeFailed')}</li>}
      </ul>
    </Finding>
  );
}

function Found({ candidate, isMember, ...props }: CandidatesProps & { candidate: FreeInterpreter; isMember: boolean }) {
  if (candidate.group === 'needs_shift') return <Needing candidate={candidate} reservation={props.reservation} />;
  if (candidate.group === 'ready' && !isMember) return <Ready candidate={candidate} {...props} />;
  if (candidate.group === 'impossible') return <Hindered candidate={candidate} {...props} />;
  return <Row candidate={candidate} reservation={props.reservation} />;
}

const Title = styled.h3`
  display: flex;
  justify-content: space-between;
  padding-block: ${space(2)} ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  font-weight: ${font.weight.medium};
`;

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  padding-block: ${space(2)};
  border-block-start: 1px solid ${colour.border};

  & > div:first-child {
    flex: 1 1 180px;
    min-inline-size: 0;
  }
`;

const Name = styled.span`
  font-weight: ${font.weight.medium};
`;

const Acts = styled.div`
  display: flex;
  gap: ${space(1)};
`;

const More = styled(Button)`
  margin-block-start: ${space(1)};
`;

const Finding = styled.div`
  margin-block-start: ${space(3)};
  padding-block-start: ${space(3)};
  border-block-start: 1px solid ${colour.border};

  & > ul > li {
    border: 0;
  }

  @media print {
    display: none;
  }
`;
