import { keyframes, styled } from 'styled-components';
import { media, radius } from './theme.ts';
import { colour } from './tokens.ts';

/** Holds the place of words or a figure that are on their way. Say so once for the whole part with `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <Bone aria-hidden $width={width} $height={height} />;
}

const breathe = keyframes`
  50% {
    opacity: 0.5;
  }
`;

const Bone = styled.span<{ $width: string; $height: string }>`
  display: inline-block;
  inline-size: ${({ $width }) => $width};
  max-inline-size: 100%;
  block-size: ${({ $height }) => $height};
  border-radius: ${radius.small};
  background: ${colour.pressed};
  vertical-align: middle;

  ${media.moving} {
    animation: ${breathe} 1.6s ease-in-out infinite;
  }
`;
