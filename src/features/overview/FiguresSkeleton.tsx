import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Skeleton } from '#ui/Skeleton.tsx';
import { space, visuallyHidden } from '#ui/theme.ts';
import { Cells } from './Strip.tsx';

/** The shape of the figures while they load, so that nothing moves when they arrive. */
export function FiguresSkeleton() {
  const { t } = useTranslation('overview');
  return (
    <div aria-busy>
      <Words role="status">{t('loading')}</Words>
      <Cells>
        {[0, 1, 2, 3, 4].map((figure) => (
          <Place key={figure}>
            <Skeleton width="70%" height="16px" />
            <Skeleton width="45%" height="28px" />
            <Skeleton width="60%" height="14px" />
          </Place>
        ))}
      </Cells>
    </div>
  );
}

const Words = styled.span`
  ${visuallyHidden}
`;

const Place = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-block-size: 104px;
  padding: ${space(3)} ${space(4)};
`;
