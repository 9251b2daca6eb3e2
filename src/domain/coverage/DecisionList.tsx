import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CoverageOutcome } from '../../../contract/coverage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Muted } from '#ui/Muted.ts';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Row } from '#ui/Row.ts';
import { Select } from '#ui/Select.tsx';
import { Stack } from '#ui/Stack.ts';
import { font, media, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { ReservationEssentials } from './ReservationEssentials.tsx';
import type { Choice, Plan } from './plan.ts';
import { useCandidateWords } from './useCandidateWords.ts';
import type { Decisions } from './useDecisions.ts';

const outcomes: readonly CoverageOutcome[] = ['reassign', 'pending', 'cancel'];

/** The approved reservations that lose an interpreter, each with a choice of its outcome, and one choice for all. */
export function DecisionList({ decisions }: { decisions: Decisions }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const { plans, failure, isRetrying, retry, choose, chooseForAll } = decisions;
  const numberOf = (outcome: CoverageOutcome) =>
    numbers.count(plans.filter(({ decision }) => decision.outcome === outcome).length);
  return (
    <section aria-label={t('decisions.title')}>
      <Stack $gap={3}>
        <h3>{t('decisions.title')}</h3>
        {failure !== undefined && (
          <Banner tone="warning" action={<RetryButton isPending={isRetrying} onPress={retry} />}>
            {t('freeFailed')}
          </Banner>
        )}
        {plans.length > 1 && (
          <Row role="group" aria-label={t('decisions.forAll')}>
            {outcomes.map((outcome) => (
              <Button key={outcome} size="small" onPress={() => chooseForAll(outcome)}>
                {t(`decisions.all.${outcome}`)}
              </Button>
            ))}
          </Row>
        )}
        <p role="status">
          {outcomes.map((outcome) => `${t(`decisions.outcomes.${outcome}`)}: ${numberOf(outcome)}`).join(' · ')}
        </p>
        <ol>
          {plans.map((plan) => (
            <Decision
              key={plan.reservation.id}
              plan={plan}
              onChoose={(choice) => choose(plan.reservation.id, choice)}
            />
          ))}
        </ol>
      </Stack>
    </section>
  );
}

function Decision({ plan, onChoose }: { plan: Plan; onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation('reservations');
  const { reservation, candidates, picks, canReassign, decision } = plan;
  const { sentence } = useCandidateWords();
  const { outcome } = decision;
  const others = outcomes.filter((offered) => offered !== 'reassign' || canReassign);
  return (
    <Item>
      <h4>{reservation.name}</h4>
      <ReservationEssentials reservation={reservation} />
      <Fields>
        <Select<CoverageOutcome>
          label={t('decisions.outcome')}
          choices={others.map((value) => ({ value, label: t(`decisions.outcomes.${value}`) }))}
          value={outcome}
          onChange={(value) => onChoose({ outcome: value, interpreters: picks })}
          description={canReassign ? undefined : t('decisions.nobody')}
        />
        {outcome === 'reassign' &&
          picks.map((pick, place) => {
            const picked = candidates.find(({ interpreter }) => interpreter === pick);
            return (
              <div key={pick}>
                <Select
                  label={t('decisions.interpreter')}
                  choices={candidates
                    .filter(({ interpreter }) => interpreter === pick || !picks.includes(interpreter))
                    .map((candidate) => ({
                      value: candidate.interpreter,
                      label: `${candidate.interpreter_name} · ${t('score', { score: candidate.score })}`,
                    }))}
                  value={pick}
                  onChange={(value) => onChoose({ outcome, interpreters: picks.with(place, value) })}
                />
                {picked && <Muted $isCompact>{sentence(picked, reservation)}</Muted>}
              </div>
            );
          })}
      </Fields>
    </Item>
  );
}

const Item = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding-block: ${space(4)};
  border-block-start: 1px solid ${colour.border};

  & > h4 {
    font-weight: ${font.weight.semibold};
    overflow-wrap: anywhere;
  }
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(3)};

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
