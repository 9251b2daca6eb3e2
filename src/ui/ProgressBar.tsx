import { keyframes, styled } from 'styled-components';
import { colour, layer, media } from './theme.ts';

/** The progress bar at the top of the page while another page loads. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <Place role="progressbar" aria-label={label}>
      <Bar />
    </Place>
  );
}

const run = keyframes`
  from {
    scale: 0 1;
  }

  15% {
    scale: 0.5 1;
  }

  60% {
    scale: 0.85 1;
  }

  to {
    scale: 0.98 1;
  }
`;

const Place = styled.div`
  position: fixed;
  inset-block-start: 0;
  inset-inline: 0;
  z-index: ${layer.progress};
  block-size: 3px;
  pointer-events: none;

  @media print {
    display: none;
  }
`;

const Bar = styled.div`
  block-size: 100%;
  background: ${colour.progress};
  transform-origin: 0 50%;

  [dir='rtl'] & {
    transform-origin: 100% 50%;
  }

  ${media.moving} {
    animation: ${run} 10s cubic-bezier(0.1, 0.7, 0.3, 1) forwards;
  }

  ${media.forcedColours} {
    background: Highlight;
  }
`;
