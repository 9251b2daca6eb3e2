import { ArrowDown, ArrowRight, ArrowUp, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Figures } from '../../../contract/figures.ts';
import { ChannelLinks } from '#domain/interpretations/ChannelLinks.tsx';
import { listsBehind } from '#domain/interpretations/figureLists.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import { Link } from '#lib/router.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Card } from '#ui/Card.ts';
import { coveringLink } from '#ui/coveringLink.ts';
import { colour, font, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { type Comparison, compare } from './comparison.ts';
import { type FigureKey, figures, figuresIn } from './measures.ts';
import type { ReportState } from './reportState.ts';
import { useShown } from './useShown.ts';

/** Every figure of the period, its comparison with the previous period, and a link to the counted records. */
export function Tiles({ totals, before, state }: { totals: Figures; before: Figures | undefined; state: ReportState }) {
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  const shown = useShown();
  const keys = figuresIn(totals, flags);
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Heading id={heading}>{t('total')}</Heading>
      <Grid $columns={Math.ceil(keys.length / 2)}>
        {keys.map((key) => {
          const { kind } = figures[key];
          const lists = listsBehind(key, state, flags);
          const label = t(`figures.${key}`);
          return (
            <Tile key={key}>
              <Label>
                {lists.length === 1 && lists[0] ? (
                  <WholeLink to={lists[0].href}>
                    {label}
                    <ArrowRight size={14} aria-hidden />
                  </WholeLink>
                ) : (
                  label
                )}
              </Label>
              <Value>
                <bdi dir="ltr">{shown.figure(kind, totals[key])}</bdi>
              </Value>
              <Before figure={key} now={totals[key]} before={before?.[key]} />
              {lists.length > 1 && (
                <ChannelLinks
                  links={lists.map(({ channel, href }) => {
                    const text = t(`values.${channel}`);
                    return { href, text, name: t('onListOf', { figure: label, channel: text }) };
                  })}
                />
              )}
            </Tile>
          );
        })}
      </Grid>
    </section>
  );
}

const icons = { up: ArrowUp, down: ArrowDown, same: Minus } as const;

/** The figure of the period before, and the difference. */
function Before({
  figure: key,
  now,
  before,
}: {
  figure: FigureKey;
  now: number | null;
  before: number | null | undefined;
}) {
  const { t } = useTranslation('reports');
  const shown = useShown();
  if (before === undefined) return <Change>…</Change>;
  const comparison = compare(key, now, before);
  return (
    <Change>
      {comparison && <Amount comparison={comparison} />}
      <span>{t('wasBefore', { value: shown.figure(figures[key].kind, before) })}</span>
    </Change>
  );
}

function Amount({ comparison: { unit, amount, direction, tone } }: { comparison: Comparison }) {
  const { t } = useTranslation('reports');
  const shown = useShown();
  const Icon = icons[direction];
  const words: Record<Comparison['unit'], () => string> = {
    share: () => shown.share(amount),
    points: () => t('points', { value: shown.cell('percent', amount) }),
    seconds: () => minutesSeconds(amount),
    rating: () => shown.cell('rating', amount),
  };
  const sign = { up: '+', down: '−', same: '' }[direction];
  return (
    <Coloured data-tone={tone}>
      <Icon size={13} aria-hidden />
      <bdi dir="ltr">{sign + words[unit]()}</bdi>
      {tone !== 'neutral' && <span>{t(`verdicts.${tone}`)}</span>}
    </Coloured>
  );
}

/** The placeholder of the figures while they load. */
export function TilesFrame({ count, children }: { count: number; children: (at: number) => ReactNode }) {
  return (
    <Grid $columns={count / 2} aria-busy>
      {Array.from({ length: count }, (_, at) => (
        <Tile key={at}>{children(at)}</Tile>
      ))}
    </Grid>
  );
}

const Grid = styled(Card)<{ $columns: number }>`
  display: grid;
  /* Fewer columns if the reader's text is larger. */
  grid-template-columns: repeat(auto-fit, minmax(max(9rem, 100% / ${({ $columns }) => $columns} - 1px), 1fr));
  gap: 1px;
  overflow: hidden;
  background: ${colour.border};

  @media (max-width: 1199.98px) {
    grid-template-columns: repeat(auto-fit, minmax(max(8.5rem, 50% - 1px), 1fr));
  }

  @media print {
    grid-template-columns: repeat(${({ $columns }) => $columns}, minmax(0, 1fr));
  }
`;

const WholeLink = styled(Link)`
  ${coveringLink('-3px', radius.small)}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)};

  & > svg {
    opacity: 0;
  }

  [dir='rtl'] & > svg {
    scale: -1 1;
  }
`;

const Tile = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  padding: ${space(3.5)} ${space(4)} ${space(3)};
  background: ${colour.surface};

  &:has(> h3 > a:hover) {
    background: ${colour.surfaceRaised};
  }

  & > h3 > a:is(:hover, :focus-visible) > svg {
    opacity: 1;
  }

  ${media.phone} {
    padding: ${space(3)};
  }
`;

const Heading = styled.h2`
  ${visuallyHidden}
`;

const Label = styled.h3`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  font-weight: ${font.weight.medium};
  line-height: 1.3;
  letter-spacing: 0;
`;

const Value = styled.p`
  margin-block: ${space(1)} ${space(0.5)};
  font-size: 1.625rem;
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  line-height: 1.2;

  ${media.phone} {
    font-size: ${font.size.title};
  }
`;

const Change = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space(2)};
  min-block-size: 20px;
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
`;

const Coloured = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px ${space(1)};
  font-weight: ${font.weight.medium};

  &[data-tone='good'] {
    color: ${colour.successText};
  }

  &[data-tone='bad'] {
    color: ${colour.dangerText};
  }
`;
