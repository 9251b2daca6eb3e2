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

type Candidate = { id: string; name: string };

type FreeInterpretersProps = {
  reservation: string;
  /** The ids of those who take part. */
  team: readonly string[];
  isBusy: boolean;
  /** Whether they are asked, or booked at once because it is approved. */
  words: 'ask' | 'assign';
  onAssign: (interpreter: Candidate) => void;
  /** Approves it with one more interpreter; null if that does not complete the team. */
  onApprove: ((interpreter: Candidate) => void) | null;
};

/** Free interpreters, the best first, each with the points of every reason; others can be found by name. */
export function FreeInterpreters({ reservation, onApprove, ...choice }: FreeInterpretersProps) {
  const { team, isBusy, words, onAssign } = choice;
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
  const others = data.results.filter(({ interpreter }) => !team.includes(interpreter));
  return (
    <section aria-label={t('free')}>
      <h3>{t('free')}</h3>
      {others.length === 0 ? (
        <Muted as="p">{t('nobodyFree')}</Muted>
      ) : (
        <ol>
          {others.map((interpreter) => {
            const { interpreter: id, interpreter_name: name, shift, score } = interpreter;
            return (
              <Item key={id}>
                <Head>
                  <Score title={t('score', { score })}>{score}</Score>
                  <Name>{name}</Name>
                  <Button
                    size="small"
                    isDisabled={isBusy}
                    aria-label={t(`${words}Named`, { name })}
                    onPress={() => onAssign({ id, name })}
                  >
                    {t(words)}
                  </Button>
                  {onApprove && shift !== null && (
                    <Button
                      size="small"
                      variant="primary"
                      isDisabled={isBusy}
                      aria-label={t('approveWith', { name })}
                      onPress={() => onApprove({ id, name })}
                    >
                      {t('acts.approve')}
                    </Button>
                  )}
                </Head>
                <Reasons interpreter={interpreter} />
              </Item>
            );
          })}
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
      <Other {...choice} />
    </section>
  );
}

/** Assigns an interpreter who is not listed as free: the server decides whether that is possible. */
function Other({ team, isBusy, words, onAssign }: Omit<FreeInterpretersProps, 'reservation' | 'onApprove'>) {
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
        choices={choices.filter(({ value }) => !team.includes(value))}
        value={chosen}
        onChange={setChosen}
        onSearch={onSearch}
        nothingFound={t('crud:nothingFound')}
        isDisabled={isBusy}
      />
      <Button
        isDisabled={isBusy || !chosen}
        aria-label={chosen ? t(`${words}Named`, { name: chosen.label }) : undefined}
        onPress={assign}
      >
        {t(words)}
      </Button>
    </Finding>
  );
}

const Item = styled.li`
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
