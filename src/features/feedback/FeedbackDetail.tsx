import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Feedback } from '../../../contract/feedback.ts';
import { feedback } from '#api/feedback.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.ts';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { ShortId } from '#ui/ShortId.tsx';
import { colour, font, media, space } from '#ui/theme.ts';
import { Rating } from './Rating.tsx';

/** One feedback and its interpretation: `/dashboard/feedback/{id}`. */
export function FeedbackDetail() {
  const { t } = useTranslation('feedback');
  const { dates } = useFormats();
  const { id = '' } = useParams();
  return (
    <RecordPage
      read={feedback.one(id)}
      list={{ label: t('title'), href: paths.feedback.list.href() }}
      title={({ created }) => t('of', { date: dates.dateTime(created) })}
    >
      {(item) => (
        <>
          <Ratings item={item} />
          <FeedbackInterpretation item={item} />
        </>
      )}
    </RecordPage>
  );
}

/** The ratings and the notes. */
function Ratings({ item: { rating, video_quality, interpreter_quality, notes } }: { item: Feedback }) {
  const { t } = useTranslation('feedback');
  return (
    <Section title={t('ratings')}>
      <Facts>
        <dt>{t('rating')}</dt>
        <dd>
          <Rating value={rating} />
        </dd>
        <dt>{t('videoQuality')}</dt>
        <dd>
          <Rating value={video_quality} />
        </dd>
        <dt>{t('interpreterQuality')}</dt>
        <dd>
          <Rating value={interpreter_quality} />
        </dd>
        <dt>{t('notes')}</dt>
        <dd>{notes ? <Words dir="auto">{notes}</Words> : <None>{t('noNotes')}</None>}</dd>
      </Facts>
    </Section>
  );
}

/** The interpretation of a feedback. People who may not know the customer get no line for it. */
function FeedbackInterpretation({ item }: { item: Feedback }) {
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

/** A titled section. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Root as="section">
      <h2>{title}</h2>
      {children}
    </Root>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(5)};

  & > h2 {
    font-size: ${font.size.body};
  }

  ${media.phone} {
    padding: ${space(4)};
  }
`;

const Words = styled.p`
  max-inline-size: 72ch;
  white-space: pre-wrap;
`;

const None = styled.span`
  color: ${colour.textMuted};
`;
