import { CalendarCheck } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { reservations as reservationsApi } from '#api/reservations.ts';
import { usePostedQuery } from '#api/usePostedQuery.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { paths, planHref, shortReservationsHref } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Row } from '#ui/Row.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { space } from '#ui/theme.ts';
import { ApplyPlan } from './ApplyPlan.tsx';
import { PlanTable } from './PlanTable.tsx';
import { type PlanState, readPlan, requestOf, without, writePlan } from './planState.ts';
import { usePlanRows } from './usePlanRows.ts';

/** A plan of who takes the reservations that are short of people, to review and then assign or offer: `/dashboard/reservations/plan`. */
export function PlanPage() {
  const { dates } = useFormats();
  const today = dates.dayOf(useMinute());
  const [address] = useSearchParams();
  const state = useMemo(() => readPlan(address, today), [address, today]);
  return <Plan key={[state.from, state.to, ...state.reservations].join()} state={state} />;
}

function Plan({ state }: { state: PlanState }) {
  const { t } = useTranslation('reservations');
  const { dates, numbers } = useFormats();
  const errorMessage = useErrorMessage();
  // Changes of others do not move the plan under the planner’s hands.
  const {
    answer: plan,
    error,
    isWaiting: isComputing,
    again: computeAgain,
  } = usePostedQuery(requestOf(state), reservationsApi.plan);
  const { rows, open, settle, takeBack } = usePlanRows(plan, state);
  const { choices, dropOut } = usePlanChoices(state);
  const { from, to, reservations } = state;
  const again = () => {
    dropOut();
    computeAgain();
  };
  useDocumentTitle(t('plan.title'));
  return (
    <Stack>
      <PageHead
        title={t('plan.title')}
        description={
          reservations.length > 0
            ? t('plan.chosen', { number: numbers.count(reservations.length) })
            : from === to
              ? dates.fullDay(from)
              : `${dates.day(from)} – ${dates.day(to)}`
        }
        crumbs={[{ label: t('title'), href: paths.reservations.list.href() }]}
        action={
          rows.length > 0 && (
            <Row>
              <Button isPending={isComputing} onPress={again}>
                {t('plan.again')}
              </Button>
              <ApplyPlan
                rows={open}
                isDisabled={isComputing}
                onApplied={settle}
                onUndone={(undone, results) => {
                  takeBack(undone, results);
                  computeAgain();
                }}
              />
            </Row>
          )
        }
      />
      {plan && error !== null && <Banner tone="danger">{errorMessage(error)}</Banner>}
      {plan && plan.left_off > 0 && (
        <Banner>
          {t('plan.leftOff', { number: numbers.count(plan.left_off), all: numbers.count(plan.lines.length) })}
        </Banner>
      )}
      <Content aria-busy={isComputing}>
        {!plan && error === null && (
          <div role="status" aria-label={t('plan.computing')}>
            <Skeleton height="240px" />
          </div>
        )}
        {!plan && error !== null && (
          <FailedState title={t('plan.failed')} error={error} isRetrying={isComputing} onRetry={computeAgain} />
        )}
        {plan && rows.length === 0 && <NothingToPlan state={state} />}
        {plan && rows.length > 0 && <PlanTable rows={rows} {...choices} />}
      </Content>
    </Stack>
  );
}

/** What a person chooses about the pairs of a plan, which is in the address. `dropOut` keeps those that are out from being proposed again. */
function usePlanChoices({ locked, dropped, out }: PlanState) {
  const [, setAddress] = useSearchParams();
  const change = (changes: Parameters<typeof writePlan>[1]) =>
    setAddress((before) => writePlan(before, changes), { replace: true, preventScrollReset: true });
  const choices: Omit<ComponentProps<typeof PlanTable>, 'rows'> = {
    onLock: (pair) => change({ locked: [...locked, pair] }),
    onUnlock: (pair) => change({ locked: without(locked, pair) }),
    onChoose: (pair, former) =>
      change({
        locked: [...without(locked, pair, ...former), pair],
        dropped: without(dropped, pair),
        out: without(out, pair, ...former),
      }),
    onLeaveOut: (pair) => change({ out: [...out, pair], locked: without(locked, pair) }),
    onPutBack: (pair) => change({ out: without(out, pair) }),
  };
  return { choices, dropOut: () => change({ dropped: [...without(dropped, ...out), ...out], out: [] }) };
}

/** Nobody is missing: the way to the reservations that are short of people, and to the next week. */
function NothingToPlan({ state: { reservations, to } }: { state: PlanState }) {
  const { t } = useTranslation('reservations');
  return (
    <EmptyState
      icon={<CalendarCheck />}
      title={t('plan.nothing')}
      action={
        <>
          <ButtonLink to={shortReservationsHref}>{t('plan.toShort')}</ButtonLink>
          {reservations.length === 0 && (
            <ButtonLink to={planHref(addDays(to, 1), addDays(to, 7))} variant="primary">
              {t('plan.next')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('plan.nothingText')}
    </EmptyState>
  );
}

const Content = styled(Card)`
  container-type: inline-size;
  padding-block-end: ${space(2)};
`;
