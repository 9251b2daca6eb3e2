import { useAtomValue } from 'jotai';
import { Gauge, Headset, MessagesSquare, Star, Timer, Users } from 'lucide-react';
import type { ReactNode } from 'react';
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
import { font, media, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { Figure } from './Figure.tsx';
import { WorkFigures } from './WorkFigures.tsx';

/** The figures of the overview: of the last days and of now, each group under its period. */
export function Figures({ overview }: { overview: Overview }) {
  return (
    <Groups>
      <LastDays overview={overview} />
      <Now overview={overview} />
    </Groups>
  );
}

function LastDays({ overview }: { overview: Overview }) {
  const { t } = useTranslation('overview');
  const { dates, numbers } = useFormats();
  const verdicts = useAtomValue(userAtom)?.verdicts;
  const { flags } = useTenant();
  const isOwn = overview.scope === 'own';
  const { requests, average_feedback, feedback_count } = overview;
  const { answered, average_waiting, service_level, from_day, to_day } = overview;
  const range = { from: from_day, to: to_day };
  const behind = (key: 'requests' | 'average_waiting' | 'service_level') =>
    verdicts?.interpretations ? listsBehind(key, { range, chosen: {} }, flags) : [];
  return (
    <Group title={t('lastDays')} detail={`${dates.day(from_day)} – ${dates.day(to_day)}`}>
      <Figure
        label={t(isOwn ? 'requestsOwn' : 'requests')}
        icon={<MessagesSquare />}
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
        icon={<Timer />}
        value={minutesSeconds(average_waiting)}
        note={average_waiting === null ? t('noneAnswered') : t('waitingFormula', { count: answered })}
        lists={behind('average_waiting')}
      />
      <Figure
        label={t('serviceLevel')}
        icon={<Gauge />}
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
          icon={<Star />}
          value={
            <>
              {numbers.average(average_feedback)}
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
    </Group>
  );
}

function Now({ overview: { scope, registered_users, online_interpreters, to_day } }: { overview: Overview }) {
  const { t } = useTranslation('overview');
  const { dates, numbers } = useFormats();
  const verdicts = useAtomValue(userAtom)?.verdicts;
  const { flags } = useTenant();
  const hasReservations = flags.reservations && verdicts?.collections.reservations !== 'none';
  if (!flags.online && !hasReservations && registered_users === null) return null;
  return (
    <Group title={t('now')} detail={dates.day(to_day)}>
      {hasReservations && <WorkFigures isOwn={scope === 'own'} />}
      {flags.online && (
        <Figure
          label={t('interpreters')}
          icon={<Headset />}
          value={numbers.count(online_interpreters)}
          note={
            online_interpreters === 0 ? (
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
      )}
      {registered_users !== null && (
        <Figure
          label={t('users')}
          icon={<Users />}
          value={numbers.count(registered_users)}
          note={t('toDate')}
          lists={verdicts?.users ? [{ href: `${paths.users.list.href()}?approval_status=approved` }] : []}
        />
      )}
    </Group>
  );
}

/** The number of days that the figures cover, both ends included. */
function daysOf({ from_day, to_day }: Overview): number {
  return (Date.parse(to_day) - Date.parse(from_day)) / 86_400_000 + 1;
}

function Group({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <section>
      <GroupHead>
        <h2>{title}</h2>
        <span>{detail}</span>
      </GroupHead>
      <Row>{children}</Row>
    </section>
  );
}

export const Groups = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(6)};
  container-type: inline-size;
`;

export const GroupHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 ${space(2)};
  margin-block-end: ${space(3)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};

  & > h2 {
    color: ${colour.text};
    font-size: ${font.size.body};
  }
`;

/** A row of figures if there is room, otherwise a grid with two columns. */
export const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(3)};

  @container (min-width: 860px) {
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    grid-template-columns: none;
    gap: ${space(4)};
  }

  @container (max-width: 21em) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

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
