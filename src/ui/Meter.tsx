import { styled } from 'styled-components';
import { colour, duration, media, radius, space } from './theme.ts';

/** The progress of a task, described by `words`; indeterminate if `max` is 0. */
export function Meter({ label, value, max, words }: { label: string; value: number; max: number; words: string }) {
  const share = max === 0 ? 0 : Math.round((value / max) * 100);
  return (
    <Root role="progressbar" aria-label={label} aria-valuenow={share} aria-valuetext={words || undefined}>
      <Words aria-hidden>
        <span>{label}</span>
        <span>{words}</span>
      </Words>
      <Track>
        <Done style={{ inlineSize: `${share}%` }} />
      </Track>
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
`;

const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space(1)} ${space(4)};

  & > span + span {
    color: ${colour.textMuted};
    font-variant-numeric: tabular-nums;
  }
`;

const Track = styled.div`
  block-size: 8px;
  overflow: hidden;
  border-radius: ${radius.round};
  background: ${colour.pressed};

  ${media.forcedColours} {
    border: 1px solid;
  }
`;

const Done = styled.div`
  block-size: 100%;
  border-radius: inherit;
  background: ${colour.progress};

  ${media.moving} {
    transition: inline-size ${duration.quick};
  }

  ${media.forcedColours} {
    background: Highlight;
  }
`;
