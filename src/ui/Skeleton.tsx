import { keyframes, styled } from 'styled-components';
import { colour, media, radius } from './theme.ts';

/** A placeholder for content that loads. Set `aria-busy` once on the whole section. */
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
