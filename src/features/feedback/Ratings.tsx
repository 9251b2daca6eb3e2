import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Feedback } from '../../../contract/feedback.ts';
import { Facts } from '#ui/Facts.ts';
import { colour } from '#ui/theme.ts';
import { Section } from './Section.tsx';
import { Rating } from './Rating.tsx';

/** The ratings and the notes. */
export function Ratings({ item: { rating, video_quality, interpreter_quality, notes } }: { item: Feedback }) {
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

const Words = styled.p`
  max-inline-size: 72ch;
  white-space: pre-wrap;
`;

const None = styled.span`
  color: ${colour.textMuted};
`;
