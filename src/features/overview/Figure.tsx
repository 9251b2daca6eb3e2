import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Card } from '#ui/Card.ts';
import { colourTransition, font, media, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

export type FigureProps = {
  label: string;
  icon: ReactNode;
  /** The number as it is read; a dash where there is none. */
  value: ReactNode;
  /** What the number rests on, in a line. */
  note: ReactNode;
  /** The list behind the number; null where this person or this deployment has none. */
  href: string | null;
};

/** One number of the overview. The whole card is the link to the list behind it. */
export function Figure({ label, icon, value, note, href }: FigureProps) {
  const labelId = useId();
  const detailId = useId();
  return (
    <Root>
      <Head>
        <Icon aria-hidden>{icon}</Icon>
        {href ? (
          <Label as={LabelLink} to={href} id={labelId} aria-describedby={detailId}>
            {label}
          </Label>
        ) : (
          <Label id={labelId}>{label}</Label>
        )}
        {href && <Arrow size={16} aria-hidden />}
      </Head>
      <div id={detailId}>
        <Value>
          <bdi dir="ltr">{value}</bdi>
        </Value>
        <Note>{note}</Note>
      </div>
    </Root>
  );
}

const LabelLink = styled(Link)`
  color: inherit;
  text-decoration: none;

  /* The card is the target. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.large};
  }

  &:focus-visible {
    outline: none;
  }

  &:focus-visible::after {
    outline: 2px solid ${colour.focus};
    outline-offset: 2px;
  }
`;

const Arrow = styled(ArrowRight)`
  margin-inline-start: auto;
  color: ${colour.textMuted};

  ${media.moving} {
    transition: translate 120ms;
  }

  [dir='rtl'] & {
    scale: -1 1;
  }
`;

const Root = styled(Card)`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(6)};
  min-inline-size: 0;
  padding: ${space(5)} ${space(5)} ${space(6)};
  ${colourTransition}

  ${media.phone} {
    justify-content: space-between;
    gap: ${space(2)};
    padding: ${space(3)};
  }

  &:has(a:hover) {
    border-color: ${colour.borderControl};
    background: ${colour.surfaceRaised};
  }

  &:has(a:hover) ${Arrow} {
    color: ${colour.accentText};
    translate: 2px 0;
  }

  [dir='rtl'] &:has(a:hover) ${Arrow} {
    translate: -2px 0;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  /* Two lines of a name, so that the numbers of a row stand on one line whatever their names. */
  min-block-size: 37px;
`;

const Icon = styled.span`
  display: grid;
  place-items: center;
  flex-shrink: 0;
  inline-size: 32px;
  block-size: 32px;
  border-radius: ${radius.medium};
  background: ${colour.accentSoft};
  color: ${colour.onAccentSoft};

  & > svg {
    inline-size: 18px;
    block-size: 18px;
  }

  ${media.phone} {
    display: none;
  }
`;

const Label = styled.span`
  min-inline-size: 0;
  font-weight: ${font.weight.medium};
  line-height: 1.3;
  hyphens: auto;
  overflow-wrap: break-word;
`;

const Value = styled.p`
  font-size: 2.75rem;
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.025em;
  line-height: 1.15;

  ${media.phone} {
    font-size: 1.75rem;
  }
`;

const Note = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1.5)};
  margin-block-start: ${space(1)};
  min-block-size: 20px;
  color: ${colour.textMuted};
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
`;
