import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Channel } from '../../../contract/interpretations.ts';
import { ChannelLinks } from '#domain/interpretations/ChannelLinks.tsx';
import { Link } from '#lib/router.ts';
import { coveringLink } from '#ui/coveringLink.ts';
import { colour, colourTransition, font, radius, space } from '#ui/theme.ts';

type FigureProps = {
  label: string;
  /** The formatted number; a dash if there is none. */
  value: ReactNode;
  /** The basis of the number, in one line. */
  note: ReactNode;
  /** Links to the lists of the counted records, one per channel; empty if the person or the deployment has none. */
  lists: readonly { href: string; channel?: Channel }[];
};

/** One number of the overview. If there is one list, all of it is a link; otherwise each list has a link. */
export function Figure({ label, value, note, lists }: FigureProps) {
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
      {href ? (
        <Label as={LabelLink} to={href} id={labelId} aria-describedby={detailId}>
          {label}
        </Label>
      ) : (
        <Label id={labelId}>{label}</Label>
      )}
      <div id={detailId}>
        <Value>
          <bdi dir="ltr">{value}</bdi>
        </Value>
        <Note>{note}</Note>
      </div>
      {others.length > 0 && <ChannelLinks links={links} />}
    </Root>
  );
}

const LabelLink = styled(Link)`
  ${coveringLink('-2px', radius.large)}
`;

const Root = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-inline-size: 0;
  padding: ${space(3)} ${space(4)};
  ${colourTransition}

  &:has(> a:hover) {
    background: ${colour.surfaceRaised};
  }
`;

const Label = styled.span`
  min-inline-size: 0;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  line-height: 1.3;
  hyphens: auto;
  overflow-wrap: break-word;

  a&:hover {
    color: ${colour.text};
  }
`;

const Value = styled.p`
  font-size: 1.5rem;
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.015em;
  line-height: 1.2;
`;

const Note = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1.5)};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
`;
