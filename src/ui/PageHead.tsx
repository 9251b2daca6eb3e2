import { ChevronRight } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Link } from './Link.tsx';
import { colour, font, space } from './theme.ts';
import { usePrintedAt } from './useOnPaper.ts';

/** A breadcrumb. */
export type Crumb = { label: string; href: string };

/** The page above those that the breadcrumbs of a page begin with. */
export const TopCrumb = createContext<Crumb | null>(null);

export type PageHeadProps = {
  title: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** The breadcrumbs, from the top. */
  crumbs?: Crumb[];
  /** The primary action of the page. */
  action?: ReactNode;
};

/** The head of a page: breadcrumbs, the only h1, and the primary action. On paper it names the deployment instead. */
export function PageHead({ title, description, crumbs = [], action }: PageHeadProps) {
  const { t } = useTranslation('ui');
  const top = useContext(TopCrumb);
  const trail = top ? [top, ...crumbs] : crumbs;
  const printedAt = usePrintedAt();
  const isOnPaper = printedAt !== null;
  return (
    <Root>
      {isOnPaper && <PaperHead printedAt={printedAt} />}
      {trail.length > 0 && !isOnPaper && (
        <nav aria-label={t('breadcrumbs')}>
          <Crumbs>
            {trail.map(({ label, href }, at) => (
              <li key={href}>
                {at > 0 && <Chevron size={14} aria-hidden />}
                <CrumbLink to={href}>{label}</CrumbLink>
              </li>
            ))}
          </Crumbs>
        </nav>
      )}
      <Row>
        <Words>
          <Title>{title}</Title>
          {description && <Description>{description}</Description>}
        </Words>
        {!isOnPaper && action}
      </Row>
    </Root>
  );
}

/** Above the title of a printed page: the deployment, and the time of printing (given in ISO 8601) in its zone. */
function PaperHead({ printedAt }: { printedAt: string }) {
  const { t } = useTranslation('ui');
  const { brand, logo } = useTenant();
  const { dates } = useFormats();
  const when = `${dates.dateTime(printedAt)} ${dates.zone(printedAt)}`;
  return (
    <Paper>
      <img src={logo.light} alt="" height={28} />
      <span>
        {brand} · {t('printed', { when })}
      </span>
    </Paper>
  );
}

const Root = styled.header`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
`;

const Crumbs = styled.ol`
  display: flex;
  flex-wrap: wrap;
  /* The target of each line is at least 24 px high (WCAG 2.5.8). */
  row-gap: ${space(1)};

  & > li {
    display: flex;
    align-items: center;
  }
`;

const CrumbLink = styled(Link)`
  padding-block: ${space(0.5)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  text-decoration: none;

  &:hover {
    color: ${colour.text};
    text-decoration: underline;
  }
`;

const Chevron = styled(ChevronRight)`
  margin-inline: ${space(1)};
  color: ${colour.textMuted};

  [dir='rtl'] & {
    scale: -1 1;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${space(3)} ${space(6)};
`;

/** Shrinks beside a small action; a wide action wraps below. */
const Words = styled.div`
  flex: 1 1 0;
  min-inline-size: min(100%, 200px);
`;

const Paper = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  margin-block-end: ${space(4)};
  padding-block-end: ${space(2)};
  border-block-end: 1px solid ${colour.borderControl};
  font-size: ${font.size.compact};

  & > span {
    margin-inline-start: auto;
    color: ${colour.textMuted};
  }
`;

const Title = styled.h1`
  font-size: ${font.size.title};
  overflow-wrap: anywhere;
`;

const Description = styled.p`
  margin-block-start: ${space(1)};
  color: ${colour.textMuted};
  text-wrap: pretty;
  overflow-wrap: anywhere;
`;
