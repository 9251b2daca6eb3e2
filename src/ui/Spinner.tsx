import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { media } from './theme.ts';

/** Activity without a known duration. Takes the colour of the surrounding text. */
export function Spinner({ label, size = 16 }: { label?: string; size?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div role="progressbar" aria-label={label ?? t('working')}>
      <Ring viewBox="0 0 16 16" width={size} height={size} fill="none" strokeWidth={2} aria-hidden>
        <circle cx={8} cy={8} r={6.5} stroke="currentColor" opacity={0.25} />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeLinecap="round" />
      </Ring>
    </div>
  );
}

const turn = keyframes`
  to {
    rotate: 1turn;
  }
`;

const pulse = keyframes`
  50% {
    opacity: 0.45;
  }
`;

const Ring = styled.svg`
  animation: ${pulse} 2s ease-in-out infinite;

  ${media.moving} {
    animation: ${turn} 0.8s linear infinite;
  }
`;
