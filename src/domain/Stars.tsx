import { Star } from 'lucide-react';
import { styled } from 'styled-components';
import { colour } from '#ui/theme.ts';

/** The highest rating (contract `Overview.average_feedback`). */
export const bestRating = 5;

/** An average rating as stars, the last one partly filled. Hidden from screen readers: the number is beside it. */
export function Stars({ value }: { value: number }) {
  return (
    <Root aria-hidden>
      {Array.from({ length: bestRating }, (_, index) => (
        <Place key={index}>
          <Star size={16} />
          <Filled style={{ inlineSize: `${Math.min(Math.max(value - index, 0), 1) * 100}%` }}>
            <Star size={16} fill="currentColor" />
          </Filled>
        </Place>
      ))}
    </Root>
  );
}

const Root = styled.span`
  display: inline-flex;
  gap: 2px;
  color: ${colour.borderControl};
`;

const Place = styled.span`
  position: relative;
`;

const Filled = styled.span`
  position: absolute;
  inset-block: 0;
  inset-inline-start: 0;
  display: flex;
  justify-content: flex-start;
  overflow: hidden;
  color: ${colour.accent};

  & > svg {
    max-inline-size: none;
  }
`;
