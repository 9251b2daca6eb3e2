import { FlaskConical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { createGlobalStyle, styled } from 'styled-components';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { colour, font, layer, space } from '#ui/theme.ts';
import { stageInset } from '../topInset.ts';

/** A ribbon on every page of a stage deployment, so that it is not mistaken for production. */
export function StageRibbon() {
  const { t } = useTranslation('ui');
  const { brand, version } = useTenant();
  return (
    <StageBand aria-label={t('stage')}>
      <Words>
        <FlaskConical size={14} aria-hidden />
        <strong>{t('stage')}</strong>
        <span title={`${brand} ${version}`}>
          {brand} {version}
        </span>
      </Words>
    </StageBand>
  );
}

/** The band of the ribbon, and room for it at the top of the page. */
export function StageBand(props: ComponentProps<typeof Root>) {
  return (
    <>
      <Inset />
      <Root {...props} />
    </>
  );
}

const Root = styled.aside`
  position: sticky;
  inset-block-start: 0;
  z-index: ${layer.rail};
  display: flex;
  justify-content: center;
  block-size: ${stageInset};
  overflow: hidden;
  background: repeating-linear-gradient(-45deg, ${colour.warningSoft} 0 12px, ${colour.warningText} 12px 24px);

  @media print {
    position: static;
  }
`;

/* Only on pages with the ribbon: the style sheet of the rendered sign-in page is the same for all deployments. */
const Inset = createGlobalStyle`
  :root:has(${Root}) {
    --stage-inset: 1.75rem;
  }
`;

const Words = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-inline-size: 0;
  padding-inline: ${space(4)};
  background: ${colour.warningSoft};
  color: ${colour.onWarningSoft};
  font-size: ${font.size.small};
  white-space: nowrap;

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;
