import { useAtomValue } from 'jotai';
import { BellRing } from 'lucide-react';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { Link } from '#lib/router.ts';
import { control, font, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { toneColours } from '#ui/tones.ts';
import { Longest } from './Longest.tsx';
import { waitingAtom } from './waiting.ts';

/** How many requests wait and for how long, and a link to where somebody can be found for them. */
export function WaitingPill() {
  const waiting = useAtomValue(waitingAtom);
  const { numbers } = useFormats();
  if (!waiting) return null;
  const { text, count, since, to, act } = waiting;
  return (
    <Pill to={to}>
      <BellRing size={16} aria-hidden />
      <span>{text}</span>
      <Count aria-hidden>{numbers.count(count)}</Count>
      {since !== null && (
        <Time>
          <Longest since={since} />
        </Time>
      )}
      <strong>{act}</strong>
    </Pill>
  );
}

/** In a narrow bar, or with large text, only the number is visible. Screen readers still read the sentence. */
const Count = styled.b`
  display: none;
`;

const Time = styled.span`
  font-variant-numeric: tabular-nums;
`;

const Pill = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-inline-size: 0;
  min-block-size: ${control.small};
  padding-inline: ${space(3)};
  border: 1px solid currentColor;
  border-radius: ${radius.round};
  background: ${toneColours.warning.soft};
  color: ${toneColours.warning.onSoft};
  font-size: ${font.size.compact};
  text-decoration: none;
  white-space: nowrap;

  & > svg {
    flex: none;
  }

  & > span,
  & > strong {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  & > strong {
    font-weight: ${font.weight.semibold};
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  @container bar (max-width: 54rem) {
    flex: none;

    & > ${Time} {
      display: none;
    }

    & > span:not(${Time}) {
      ${visuallyHidden}
    }

    & > ${Count} {
      display: inline;
    }
  }

  @container bar (max-width: 34rem) {
    & > strong {
      display: none;
    }
  }

  ${media.phone} {
    padding-inline: ${space(2)};

    & > strong {
      display: none;
    }
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }

  @media print {
    display: none;
  }
`;
