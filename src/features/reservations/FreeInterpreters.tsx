import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { freeFor } from '#api/reservations.ts';
import { useQuery } from '#api/query.ts';
import { Reasons } from '#domain/coverage/Reasons.tsx';
import { useRecordSearchChoices } from '#domain/useRecordSearchChoices.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Muted } from '#ui/Muted.ts';
import { SearchSelect } from '#ui/SearchSelect.tsx';
import type { Choice } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { font, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

type FreeInterpretersProps = {
  reservation: string;
  assigned: readonly string[];
  isBusy: boolean;
  onAssign: (interpreter: { id: string; name: string }) => void;
};

/** Free interpreters, the best first, each with the points of every reason; others can be found by name. */
export function FreeInterpreters({ reservation, assigned, isBusy, onAssign }: FreeInterpretersProps) {
  const { t } = useTranslation(['reservations', 'crud']);
  const { numbers } = useFormats();
  const { data, error, isValidating, retry } = useQuery(freeFor(reservation));
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
  const others = data.results.filter(({ interpreter }) => !assigned.includes(interpreter));
  return (
    <section aria-label={t('free')}>
      <h3>{t('free')}</h3>
      {others.length === 0 ? (
        <Muted as="p">{t('nobodyFree')}</Muted>
      ) : (
        <ol>
          {others.map((one) => (
            <Candidate key={one.interpreter}>
              <Head>
                <Score title={t('score', { score: one.score })}>{one.score}</Score>
                <Name>{one.interpreter_name}</Name>
                <Button
                  size="small"
                  isDisabled={isBusy}
                  aria-label={t('assignNamed', { name: one.interpreter_name })}
                  onPress={() => onAssign({ id: one.interpreter, name: one.interpreter_name })}
                >
                  {t('assign')}
                </Button>
              </Head>
              <Reasons interpreter={one} />
            </Candidate>
          ))}
        </ol>
      )}
      {data.count > data.results.length && (
        <Muted as="p">
          {t('crud:range', {
            first: numbers.count(1),
            last: numbers.count(data.results.length),
            count: numbers.count(data.count),
          })}
        </Muted>
      )}
      <Other assigned={assigned} isBusy={isBusy} onAssign={onAssign} />
    </section>
  );
}

/** Assigns an interpreter who is not listed as free: the server decides whether that is possible. */
function Other({ assigned, isBusy, onAssign }: Omit<FreeInterpretersProps, 'reservation'>) {
  const { t } = useTranslation(['reservations', 'crud']);
  const { choices, onSearch } = useRecordSearchChoices('interpreter', true);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const assign = () => {
    if (!chosen) return;
    onAssign({ id: chosen.value, name: chosen.label });
    setChosen(null);
  };
  return (
    <Finding>
      <SearchSelect
        label={t('assignOther')}
        placeholder={t('crud:pick.interpreter')}
        choices={choices.filter(({ value }) => !assigned.includes(value))}
        value={chosen}
        onChange={setChosen}
        onSearch={onSearch}
        nothingFound={t('crud:nothingFound')}
        isDisabled={isBusy}
      />
      <Button
        isDisabled={isBusy || !chosen}
        aria-label={chosen ? t('assignNamed', { name: chosen.label }) : undefined}
        onPress={assign}
      >
        {t('assign')}
      </Button>
    </Finding>
  );
}

const Candidate = styled.li`
  padding-block: ${space(3)};
  border-block-start: 1px solid ${colour.border};

  & > ul {
    padding-inline-start: ${space(12)};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
`;

const Score = styled.span`
  display: grid;
  place-items: center;
  flex-shrink: 0;
  inline-size: 36px;
  block-size: 28px;
  border-radius: ${radius.small};
  background: ${colour.accentSoft};
  color: ${colour.onAccentSoft};
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
`;

const Name = styled.span`
  flex: 1;
  min-inline-size: 0;
  font-weight: ${font.weight.medium};
`;

const Finding = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space(2)};
  max-inline-size: 440px;
  margin-block-start: ${space(3)};

  & > div {
    flex: 1 1 200px;
  }
`;
