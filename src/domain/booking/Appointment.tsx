import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { offeredBy } from '../../../contract/offered.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useAtomValue } from 'jotai';
import { AppointmentTime } from '#domain/coverage/AppointmentTime.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { MailLink, MapLink, PhoneLink, WebLink } from '#ui/ContactLink.tsx';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { font } from '#ui/theme.ts';

/** The facts of a reservation: when, where and for whom, with the ways to reach them, and what was asked for and answered. */
export function Appointment({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const maySeePeople = useAtomValue(userAtom)?.verdicts.users ?? false;
  const chosen = useInterpretingLanguages().filter(({ value }) => reservation.languages.includes(value));
  const { address, link, customer, customer_name, customer_phone, customer_email, note } = reservation;
  const { partner, partner_name, partner_phone, answer, answered, answered_by_name } = reservation;
  return (
    <Panel title={t('appointment')}>
      <When>
        <AppointmentTime reservation={reservation} />
      </When>
      <Facts>
        <Fact name={t('where')}>
          {[t(`types.${reservation.type}`), address].filter(Boolean).join(', ')}
          {address && (
            <>
              {' · '}
              <MapLink address={address}>{t('map')}</MapLink>
            </>
          )}
        </Fact>
        {link && (
          <Fact name={t('join')}>
            <WebLink to={link} />
          </Fact>
        )}
        {customer && (
          <Fact name={t('customer')}>
            <Ways>
              {maySeePeople ? (
                <Link to={paths.users.record.href({ id: customer })}>{customer_name}</Link>
              ) : (
                customer_name
              )}
              {customer_phone && <PhoneLink number={customer_phone} />}
              {customer_email && <MailLink email={customer_email} />}
            </Ways>
          </Fact>
        )}
        {partner && (
          <Fact name={t('partner')}>
            <Ways>
              <Link to={paths.partners.record.href({ id: partner })}>{partner_name}</Link>
              {partner_phone && <PhoneLink number={partner_phone} />}
            </Ways>
          </Fact>
        )}
        {chosen.length > 0 && <Fact name={t('languages')}>{chosen.map(({ label }) => label).join(', ')}</Fact>}
        {offeredBy(flags).serviceKinds.length > 1 && (
          <Fact name={t('service')}>{t(`services.${reservation.service_kind}`)}</Fact>
        )}
        {note && (
          <Fact name={t('note')}>
            <Text>{note}</Text>
          </Fact>
        )}
        {answered && (
          <Fact name={t('answered')}>
            <DateTime at={answered} />
            {answered_by_name && ` · ${answered_by_name}`}
          </Fact>
        )}
        {answer && (
          <Fact name={t('said')}>
            <Text>{answer}</Text>
          </Fact>
        )}
        <Fact name={t('created')}>
          <DateTime at={reservation.created} />
        </Fact>
      </Facts>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const When = styled.p`
  font-size: ${font.size.lead};
`;

/** A name and the ways to reach them, which wrap as a whole. */
const Ways = styled.span`
  display: flex;
  flex-wrap: wrap;
  column-gap: 1em;
`;

const Text = styled.span`
  white-space: pre-line;
`;
