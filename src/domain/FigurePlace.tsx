import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Card } from '#ui/Card.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { font, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

type Figure = { label: string; value: string };

/** The place that a figure of the overview opens: the figure itself, and what this page lists. */
export function FigurePlace({ title, figures, children }: { title: string; figures: Figure[]; children: ReactNode }) {
  const { t } = useTranslation('overview');
  useDocumentTitle(title);
  const overview = { label: t('nav'), href: paths.dashboard.href() };
  return (
    <Page>
      <PageHead title={title} crumbs={[overview]} />
      <Figures>
        {figures.map(({ label, value }) => (
          <Figure key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Figure>
        ))}
      </Figures>
      <Text>{children}</Text>
      <div>
        <ButtonLink to={overview.href}>{overview.label}</ButtonLink>
      </div>
    </Page>
  );
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(6)};
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 320px));
  gap: ${space(4)};
`;

const Figure = styled(Card)`
  padding: ${space(5)};

  & > dt {
    color: ${colour.textMuted};
  }

  & > dd {
    margin: ${space(1)} 0 0;
    font-size: ${font.size.display};
    font-weight: ${font.weight.semibold};
    font-variant-numeric: tabular-nums;
  }
`;

const Text = styled.p`
  max-inline-size: 64ch;
  color: ${colour.textMuted};
`;
