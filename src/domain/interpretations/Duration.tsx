import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Interpretation } from '../../../contract/interpretationRecords.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { Badge } from '#ui/Badge.tsx';
import { Muted } from '#ui/Muted.ts';
import { useNow } from '../useNow.ts';

type Timed = Pick<Interpretation, 'outcome' | 'created' | 'started' | 'ended' | 'end_unknown' | 'duration_seconds'>;

/** The duration of an interpretation; while it lasts or waits, the time since its start; or that it was abandoned, or its end is unknown. */
export function Duration({ interpretation }: { interpretation: Timed }) {
  const { t } = useTranslation('interpretations');
  const { outcome, created, started, ended, end_unknown, duration_seconds } = interpretation;
  if (end_unknown) return <Muted>{t('outcomes.unknown')}</Muted>;
  if (outcome === 'abandoned') return <Muted>{t('outcomes.abandoned')}</Muted>;
  if (outcome === 'waiting') {
    return (
      <Badge tone="warning">
        {t('outcomes.waiting')}
        <Spaced>
          <Since at={created} />
        </Spaced>
      </Badge>
    );
  }
  if (!ended && started) {
    return (
      <Badge tone="success">
        {t('going')}
        <Spaced>
          <Since at={started} />
        </Spaced>
      </Badge>
    );
  }
  return minutesSeconds(duration_seconds);
}

/** The time since an instant. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  return <Time>{minutesSeconds(Math.max(0, (now - Date.parse(at)) / 1000))}</Time>;
}

const Time = styled.span`
  font-variant-numeric: tabular-nums;
`;

const Spaced = styled.span`
  margin-inline-start: 0.5ch;
`;
