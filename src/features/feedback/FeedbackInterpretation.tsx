import { useTranslation } from 'react-i18next';
import type { Feedback } from '../../../contract/feedback.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { minutesSeconds } from '#lib/numbers.ts';
import { paths } from '#paths.ts';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { ShortId } from '#ui/ShortId.tsx';
import { Section } from './Section.tsx';

/** The interpretation of a feedback. People who may not know the customer get no line for it. */
export function FeedbackInterpretation({ item }: { item: Feedback }) {
  const { t } = useTranslation('feedback');
  const { request, request_date, channel, category, interpreter_name, customer_name } = item;
  return (
    <Section title={t('interpretation')}>
      <Facts>
        <dt>{t('request')}</dt>
        <dd>
          <Link
            to={(channel === 'online' ? paths.onlineInterpretation : paths.offlineInterpretation).href({ id: request })}
          >
            <ShortId id={request} />
          </Link>
        </dd>
        <dt>{t('requestDate')}</dt>
        <dd>
          <DateTime at={request_date} />
        </dd>
        <dt>{t('channel')}</dt>
        <dd>{t(channel)}</dd>
        <dt>{t('category')}</dt>
        <dd>{category}</dd>
        <dt>{t('interpreter')}</dt>
        <dd>{interpreter_name ?? t('noInterpreter')}</dd>
        {customer_name !== null && (
          <>
            <dt>{t('customer')}</dt>
            <dd>{customer_name}</dd>
          </>
        )}
        <dt>{t('waiting')}</dt>
        <dd>{minutesSeconds(item.waiting_seconds)}</dd>
        <dt>{t('duration')}</dt>
        <dd>{minutesSeconds(item.duration_seconds)}</dd>
      </Facts>
    </Section>
  );
}
