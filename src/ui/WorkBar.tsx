import { ProgressBar } from 'react-aria-components/ProgressBar';
import { styled } from 'styled-components';
import { colour, font, media, radius, space } from './theme.ts';

/** The progress of a task; `children` describe it. */
export function WorkBar({ label, share, children }: { label: string; share: number; children: string }) {
  return (
    <Root aria-label={label} value={share * 100} valueLabel={children}>
      <Track>
        <Bar style={{ inlineSize: `${share * 100}%` }} />
      </Track>
      <span>{children}</span>
    </Root>
  );
}

const Root = styled(ProgressBar)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  font-variant-numeric: tabular-nums;
`;

const Track = styled.div`
  flex: 1 1 160px;
  block-size: 6px;
  overflow: hidden;
  border-radius: ${radius.round};
  background: ${colour.surfaceSunken};
  box-shadow: inset 0 0 0 1px ${colour.border};
`;

const Bar = styled.div`
  block-size: 100%;
  background: ${colour.accent};

  ${media.moving} {
    transition: inline-size 200ms;
  }

  ${media.forcedColours} {
    background: Highlight;
  }
`;
