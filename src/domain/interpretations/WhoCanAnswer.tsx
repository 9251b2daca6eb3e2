import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Interpretation } from '../../../contract/interpretationRecords.ts';
import { useQuery } from '#api/query.ts';
import { shifts } from '#api/shifts.ts';
import { users } from '#api/users.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { MailLink, PhoneLink } from '#ui/ContactLink.tsx';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { colour, media, space } from '#ui/theme.ts';
import { useMinute } from '../useMinute.ts';

/** The interpreters whose telephone numbers are read with them. */
const interpreters = users.list({ role: ['interpreter'], approval_status: ['approved'], page_size: 100 });

/** Whom planners can call for a request that waits: the interpreters with a shift of its kind now. */
export function WhoCanAnswer({ channel }: Pick<Interpretation, 'channel'>) {
  const { t } = useTranslation('interpretations');
  const { dates } = useFormats();
  const now = useMinute();
  const today = dates.dayOf(now);
  const planned = useQuery(
    shifts.list({ from_day: today, to_day: today, state: ['enabled'], request_type: channel }),
  ).data;
  const known = useQuery(interpreters).data?.results ?? [];
  const at = Date.parse(now);
  const current = planned?.results.filter(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to));
  return (
    <Panel title={t('whoCanAnswer')}>
      {!current && <Skeleton height="80px" />}
      {current?.length === 0 && <Muted as="p">{t('nobodyOnShift')}</Muted>}
      {current && current.length > 0 && (
        <>
          <Muted as="p">{t('answeredElsewhere')}</Muted>
          <ul>
            {current.map(({ id, interpreter, interpreter_name, to }) => {
              const person = known.find((each) => each.id === interpreter);
              return (
                <Person key={id}>
                  <Link to={paths.users.record.href({ id: interpreter })}>{interpreter_name}</Link>
                  <Muted>
                    <bdi dir="ltr">{`–${dates.time(to)}`}</bdi>
                  </Muted>
                  {person?.phone ? (
                    <PhoneLink number={person.phone} />
                  ) : (
                    person?.email && <MailLink email={person.email} />
                  )}
                </Person>
              );
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}

const Person = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  padding-block: ${space(2)};

  & + & {
    border-block-start: 1px solid ${colour.border};
  }

  & > :last-child {
    margin-inline-start: auto;
  }

  ${media.touch} {
    min-block-size: 44px;
  }
`;
