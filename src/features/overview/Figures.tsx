import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Overview } from '../../../contract/overview.ts';
import { bestRating, Stars } from '#domain/Stars.tsx';
import { listsBehind } from '#domain/interpretations/figureLists.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { colour, font, media, radius, space } from '#ui/theme.ts';
import { Figure } from './Figure.tsx';
import { Strip } from './Strip.tsx';

/** The figures of the last days, and of the people to date. */
export function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation('overview');
  const { dates, numbers } = useFormats();
  const verdicts = useAtomValue(userAtom)?.verdicts;
  const { flags } = useTenant();
  const isOwn = overview.scope === 'own';
  const { requests, average_feedback, feedback_count, registered_users } = overview;
  const { answered, average_waiting, service_level, from_day, to_day } = overview;
  const range = { from: from_day, to: to_day };
  const behind = (key: 'requests' | 'average_waiting' | 'service_level') =>
    verdicts?.interpretations ? listsBehind(key, { range, chosen: {} }, flags) : [];
  return (
    <Strip title={t('lastDays')} detail={`${dates.day(from_day)} – ${dates.day(to_day)}`}>
      <Figure
        label={t(isOwn ? 'requestsOwn' : 'requests')}
        value={numbers.count(requests)}
        note={
          requests === 0 ? (
            t('noRequests')
          ) : (
            <bdi>{t('perDay', { mean: numbers.average(requests / daysOf(overview)) })}</bdi>
          )
        }
        lists={behind('requests')}
      />
      <Figure
        label={t(isOwn ? 'waitingOwn' : 'waiting')}
        value={minutesSeconds(average_waiting)}
        note={average_waiting === null ? t('noneAnswered') : t('waitingFormula', { count: answered })}
        lists={behind('average_waiting')}
      />
      <Figure
        label={t('serviceLevel')}
        value={service_level === null ? '–' : numbers.percent(service_level / 100)}
        note={
          service_level === null
            ? t('noneAnswered')
            : t('serviceLevelFormula', { seconds: overview.service_level_seconds })
        }
        lists={behind('service_level')}
      />
      {flags.feedback && (
        <Figure
          label={t(isOwn ? 'feedbackOwn' : 'feedback')}
          value={
            <>
              <span>{numbers.average(average_feedback)}</span>
              {average_feedback !== null && <OutOf>/ {bestRating}</OutOf>}
            </>
          }
          note={
            average_feedback === null ? (
              t('noRatings')
            ) : (
              <>
                <Stars value={average_feedback} />
                <bdi>{t('ratings', { count: feedback_count })}</bdi>
              </>
            )
          }
          lists={
            verdicts?.feedback
              ? [{ href: `${paths.feedback.list.href()}?${new URLSearchParams({ from_day, to_day })}` }]
              : []
          }
        />
      )}
      {registered_users !== null && (
        <Figure
          label={t('users')}
          value={numbers.count(registered_users)}
          note={t('toDate')}
          lists={verdicts?.users ? [{ href: `${paths.users.list.href()}?approval_status=approved` }] : []}
        />
      )}
      {isOwn && flags.online && <OnlineInterpreters count={overview.online_interpreters} />}
    </Strip>
  );
}

/** How many interpreters are online. */
export function OnlineInterpreters({ count }: { count: number | null }) {
  const { t } = useTranslation('overview');
  const { numbers } = useFormats();
  const verdicts = useAtomValue(userAtom)?.verdicts;
  return (
    <Figure
      label={t('interpreters')}
      value={numbers.count(count)}
      note={
        count === 0 ? (
          t('nobodyOnline')
        ) : (
          <>
            <Live aria-hidden />
            {t('atThisMoment')}
          </>
        )
      }
      lists={verdicts?.interpretations ? [{ href: paths.online.href() }] : []}
    />
  );
}

/** The number of days that the figures cover, both ends included. */
function daysOf({ from_day, to_day }: Overview): number {
  return (Date.parse(to_day) - Date.parse(from_day)) / 86_400_000 + 1;
}

const OutOf = styled.span`
  margin-inline-start: ${space(2)};
  color: ${colour.textMuted};
  font-size: ${font.size.lead};
  font-weight: ${font.weight.regular};
  letter-spacing: 0;
`;

const Live = styled.span`
  inline-size: 8px;
  block-size: 8px;
  margin: 3px;
  border-radius: ${radius.round};
  background: ${colour.successText};
  box-shadow: 0 0 0 3px ${colour.successSoft};

  ${media.forcedColours} {
    border: 4px solid ButtonText;
  }
`;
