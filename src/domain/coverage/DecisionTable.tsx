import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CoverageOutcome } from '../../../contract/coverage.ts';
import { takesPart } from '../../../contract/reservationRules.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Muted } from '#ui/Muted.ts';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Row } from '#ui/Row.ts';
import { Select } from '#ui/Select.tsx';
import { Stack } from '#ui/Stack.ts';
import { font, media, space } from '#ui/theme.ts';
import { WideTable } from '#ui/WideTable.ts';
import type { Choice, Plan } from './plan.ts';
import { useCandidateWords } from './useCandidateWords.ts';
import type { Decisions } from './useDecisions.ts';

const outcomes: readonly CoverageOutcome[] = ['reassign', 'pending', 'cancel'];

const outcomesOfApproved: readonly CoverageOutcome[] = ['reassign', 'pending'];

const wordOf = (outcome: CoverageOutcome, staysApproved: boolean) =>
  staysApproved && outcome === 'pending' ? 'short' : outcome;

/** The value of a choice of the outcome; that of an interpreter is their id. */
type Value = CoverageOutcome | (string & {});

const isOutcome = (value: Value): value is CoverageOutcome => outcomes.some((outcome) => outcome === value);

/**
 * The reservations that lose an interpreter, each with its outcome and the people who are told, and one choice for all.
 * @param props.staysApproved an absence and a change of shifts leave them short, but neither back to pending nor cancelled
 */
export function DecisionTable({ decisions, staysApproved = false }: { decisions: Decisions; staysApproved?: boolean }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const { plans, failure, isRetrying, retry, choose, chooseForAll } = decisions;
  const offered = staysApproved ? outcomesOfApproved : outcomes;
  const numberOf = (outcome: CoverageOutcome) =>
    numbers.count(plans.filter(({ decision }) => decision.outcome === outcome).length);
  return (
    <Stack $gap={3}>
      {failure !== undefined && (
        <Banner tone="warning" action={<RetryButton isPending={isRetrying} onPress={retry} />}>
          {t('freeFailed')}
        </Banner>
      )}
      {plans.length > 1 && (
        <Row role="group" aria-label={t('decisions.forAll')}>
          {offered.map((outcome) => (
            <Button key={outcome} size="small" onPress={() => chooseForAll(outcome)}>
              {t(`decisions.all.${wordOf(outcome, staysApproved)}`)}
            </Button>
          ))}
        </Row>
      )}
      <Rows>
        <caption>{t(staysApproved ? 'decisions.inAbsence' : 'decisions.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('customer')}</th>
            <th scope="col">{t('decisions.outcome')}</th>
            <th scope="col">{t('decisions.told')}</th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <Decision
              key={plan.reservation.id}
              plan={plan}
              staysApproved={staysApproved}
              onChoose={(choice) => choose(plan.reservation.id, choice)}
            />
          ))}
        </tbody>
      </Rows>
      <Muted as="p" role="status">
        {offered
          .map((outcome) => `${t(`decisions.outcomes.${wordOf(outcome, staysApproved)}`)}: ${numberOf(outcome)}`)
          .join(' · ')}
      </Muted>
    </Stack>
  );
}

function Decision({
  plan,
  staysApproved,
  onChoose,
}: {
  plan: Plan;
  staysApproved: boolean;
  onChoose: (choice: Choice) => void;
}) {
  const { t } = useTranslation('reservations');
  const { dates, list } = useFormats();
  const { sentence } = useCandidateWords();
  const { reservation, candidates, picks, canReassign, decision } = plan;
  const { name, date, time, start, type, address, customer_name } = reservation;
  const { outcome } = decision;
  const people = (place: number) =>
    candidates
      .filter(({ interpreter }) => interpreter === picks[place] || !picks.includes(interpreter))
      .map((candidate) => ({
        value: candidate.interpreter,
        label: t('decisions.by', { name: candidate.interpreter_name }),
        detail: sentence(candidate, reservation),
      }));
  const others = (staysApproved ? outcomesOfApproved : outcomes)
    .filter((offered) => offered !== 'reassign' || (canReassign && picks.length === 0))
    .map((value) => ({ value, label: t(`decisions.outcomes.${wordOf(value, staysApproved)}`) }));
  const isReplaced = outcome === 'reassign' && picks.length > 0;
  const shown: readonly Value[] = isReplaced ? picks : [outcome];
  return (
    <tr>
      <th scope="row">
        {name} <Muted $isCompact>{address ?? t(`types.${type}`)}</Muted>
      </th>
      <td data-label={t('when')}>
        <time dateTime={start}>
          {dates.weekday(date)} {dates.day(date)}
          {', '}
          <bdi dir="ltr">{time}</bdi>
        </time>
      </td>
      <td data-label={t('customer')}>{customer_name ?? '–'}</td>
      <td>
        {shown.map((value, place) => (
          <Select<Value>
            key={place}
            label={`${t('decisions.outcome')}: ${name}`}
            isLabelHidden
            choices={[...(canReassign ? people(place) : []), ...(place === 0 ? others : [])]}
            value={value}
            onChange={(chosen) =>
              onChoose(
                isOutcome(chosen)
                  ? { outcome: chosen, interpreters: picks }
                  : { outcome: 'reassign', interpreters: picks.with(place, chosen) },
              )
            }
            description={canReassign ? undefined : t('decisions.nobody')}
          />
        ))}
      </td>
      <td data-label={t('decisions.told')}>{list(toldOf(plan, staysApproved)) || '–'}</td>
    </tr>
  );
}

/**
 * Whom a decision tells besides the people who are taken away: the customer, who stays or has to go, and who comes. Of a pending
 * reservation that somebody is absent from only who comes.
 */
function toldOf({ reservation, concerned, candidates, picks, decision }: Plan, staysApproved: boolean): string[] {
  const { interpreters, customer_name, status } = reservation;
  const team = interpreters.filter((interpreter) => takesPart(interpreter) && !concerned.includes(interpreter.id));
  const coming = candidates.filter(({ interpreter }) => picks.includes(interpreter));
  const known = [...(customer_name === null ? [] : [customer_name]), ...team.map(({ name }) => name)];
  return [
    ...(staysApproved && status === 'pending' ? [] : known),
    ...(decision.outcome === 'reassign' ? coming.map(({ interpreter_name }) => interpreter_name) : []),
  ];
}

const Rows = styled(WideTable)`
  & > caption {
    font-weight: ${font.weight.semibold};
    text-align: inherit;
  }

  & > tbody :is(th, td) {
    block-size: 40px;
    padding-block: ${space(0.5)};
  }

  & > tbody td:nth-of-type(3) {
    inline-size: 17rem;
  }

  ${media.phone} {
    & > tbody :is(th, td) {
      block-size: auto;
    }

    & > tbody td:nth-of-type(3) {
      inline-size: auto;
    }
  }

  /* What speaks for somebody stands in the list of choices only. */
  & button [slot='description'] {
    display: none;
  }
`;
