import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Card } from '#ui/Card.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { media, space, visuallyHidden } from '#ui/theme.ts';
import { GroupHead, Groups, Row } from './Figures.tsx';

/** The shape of the figures while they load, so that nothing moves when they arrive. */
export function FiguresSkeleton() {
  const { t } = useTranslation('overview');
  return (
    <Groups aria-busy>
      <Words role="status">{t('loading')}</Words>
      {[0, 1].map((group) => (
        <div key={group}>
          <GroupHead>
            <Skeleton width="40%" />
          </GroupHead>
          <Row>
            {[0, 1, 2, 3].map((figure) => (
              <Place key={figure}>
                <Skeleton width="70%" height="32px" />
                <Skeleton width="45%" height="40px" />
                <Skeleton width="60%" height="16px" />
              </Place>
            ))}
          </Row>
        </div>
      ))}
    </Groups>
  );
}

const Words = styled.span`
  ${visuallyHidden}
`;

const Place = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-inline-size: 0;
  min-block-size: 177px;
  padding: ${space(5)} ${space(5)} ${space(6)};

  ${media.phone} {
    min-block-size: 116px;
    padding: ${space(3)};
  }
`;
