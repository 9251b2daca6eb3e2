import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InterpretationDetail } from '../../../contract/interpretationRecords.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { PhoneLink } from '#ui/ContactLink.tsx';
import { Columns } from '#ui/Columns.ts';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { DateTime } from '../DateTime.tsx';
import { Duration, Since } from './Duration.tsx';

/** The facts of a request: what was requested, its times, and its people. */
export function RequestFacts({ interpretation }: { interpretation: InterpretationDetail }) {
  const { t } = useTranslation('interpretations');
  const hasFeedback = useFlag('feedback');
  const hasTranscription = useFlag('transcription');
  const { phone, address, feedback, caption_type } = interpretation;
  const isWaiting = interpretation.outcome === 'waiting';
  return (
    <Columns>
      <Panel title={t('request')}>
        <Facts>
          <Fact name={t('kind')}>{t(`kinds.${interpretation.kind}`)}</Fact>
          <Fact name={t('category')}>{interpretation.category}</Fact>
          <Fact name={t('channel')}>{t(`channels.${interpretation.channel}`)}</Fact>
          <Fact name={t('mode')}>{interpretation.session_mode}</Fact>
          {hasTranscription && <Fact name={t('service')}>{t(`services.${interpretation.service_kind}`)}</Fact>}
          {hasTranscription && caption_type && <Fact name={t('captionType')}>{t(`captionTypes.${caption_type}`)}</Fact>}
          <Fact name={t('queue')}>{t(`queues.${interpretation.queue_type}`)}</Fact>
          <Fact name={t('location')}>{t(`locations.${interpretation.location_type}`)}</Fact>
          {address && <Fact name={t('address')}>{address}</Fact>}
          <Fact name={t('phone')}>{phone ? <PhoneLink number={phone} /> : '–'}</Fact>
        </Facts>
      </Panel>
      <Panel title={t('times')}>
        <Facts>
          <Fact name={t('created')}>
            <DateTime at={interpretation.created} />
          </Fact>
          <Fact name={t('started')}>{interpretation.started ? <DateTime at={interpretation.started} /> : '–'}</Fact>
          <Fact name={t('ended')}>
            {interpretation.ended ? (
              <DateTime at={interpretation.ended} />
            ) : interpretation.end_unknown ? (
              t('outcomes.unknown')
            ) : (
              '–'
            )}
          </Fact>
          <Fact name={t('waiting')}>
            {isWaiting ? <Since at={interpretation.created} /> : minutesSeconds(interpretation.waiting_seconds)}
          </Fact>
          <Fact name={t('duration')}>
            {isWaiting || interpretation.end_unknown ? '–' : <Duration interpretation={interpretation} />}
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t('people')}>
        <Facts>
          <Fact name={t('customer')}>
            <Person id={interpretation.customer} name={interpretation.customer_name} />
          </Fact>
          <Fact name={t('interpreter')}>
            <Person id={interpretation.interpreter} name={interpretation.interpreter_name} />
          </Fact>
          {interpretation.partner && (
            <Fact name={t('partner')}>
              <Link to={paths.partners.record.href({ id: interpretation.partner })}>{interpretation.partner_name}</Link>
            </Fact>
          )}
          {hasFeedback && (
            <Fact name={t('feedback')}>
              {feedback ? (
                <Link to={paths.feedback.record.href({ id: feedback.id })}>
                  {t('rated', { rating: feedback.rating, best: 5 })}
                </Link>
              ) : (
                t('noFeedback')
              )}
            </Fact>
          )}
        </Facts>
        {interpretation.outcome === 'abandoned' && (
          <div>
            <Badge>{t('outcomes.abandoned')}</Badge>
          </div>
        )}
      </Panel>
    </Columns>
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

/** A person's name, linked to their record for people who may see it. */
function Person({ id, name }: { id: string | null; name: string | null }) {
  const maySee = useAtomValue(userAtom)?.verdicts.users ?? false;
  if (!id || !name) return '–';
  return maySee ? <Link to={paths.users.record.href({ id })}>{name}</Link> : name;
}
