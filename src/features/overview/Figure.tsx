import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Channel } from '../../../contract/interpretations.ts';
import { ChannelLinks } from '#domain/interpretations/ChannelLinks.tsx';
import { Link } from '#lib/router.ts';
import { Card } from '#ui/Card.ts';
import { coveringLink } from '#ui/coveringLink.ts';
import { colourTransition, duration, font, media, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

export type FigureProps = {
  label: string;
  icon: ReactNode;
  /** The formatted number; a dash if there is none. */
  value: ReactNode;
  /** The basis of the number, in one line. */
  note: ReactNode;
  /** Links to the lists of the counted records, one per channel; empty if the person or the deployment has none. */
  lists: readonly { href: string; channel?: Channel }[];
};

/** One number of the overview. If there is one list, the whole card is a link; otherwise each list has a link. */
export function Figure({ label, icon, value, note, lists }: FigureProps) {
  const { t } = useTranslation('overview');
  const labelId = useId();
  const detailId = useId();
  const [first, ...others] = lists;
  const href = others.length === 0 && first?.href;
  const links = lists.flatMap(({ href: to, channel }) => {
    if (!channel) return [];
    const text = t(channel);
    return [{ href: to, text, name: t('listOf', { figure: label, channel: text }) }];
  });
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
      <div>
        <div id={detailId}>
          <Value>
            <bdi dir="ltr">{value}</bdi>
          </Value>
          <Note>{note}</Note>
        </div>
        {others.length > 0 && <ChannelLinks links={links} />}
      </div>
    </Root>
  );
}

const LabelLink = styled(Link)`
  ${coveringLink('2px', radius.large)}
`;

const Arrow = styled(ArrowRight)`
  margin-inline-start: auto;
  color: ${colour.textMuted};

  ${media.moving} {
    transition: translate ${duration.quick};
  }

  [dir='rtl'] & {
    scale: -1 1;
  }

  @media print {
    display: none;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  /* Room for two lines, so that the numbers of a row are aligned. */
  min-block-size: 37px;
`;

const Root = styled(Card)`
  container-type: inline-size;
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(6)};
  min-inline-size: 0;
  padding: ${space(5)} ${space(5)} ${space(6)};
  ${colourTransition}

  ${media.phone} {
    gap: ${space(2)};
    padding: ${space(3)};
  }

  &:has(> ${Head} > a:hover) {
    border-color: ${colour.borderControl};
    background: ${colour.surfaceRaised};
  }

  &:has(> ${Head} > a:hover) ${Arrow} {
    color: ${colour.accentText};
    translate: 2px 0;
  }

  [dir='rtl'] &:has(> ${Head} > a:hover) ${Arrow} {
    translate: -2px 0;
  }
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

  /* Narrow cards need the room for the name. */
  @container (max-width: 180px) {
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
  font-size: ${font.size.compact};
  font-variant-numeric: tabular-nums;
`;
