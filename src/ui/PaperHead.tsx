import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { colour, font, space } from './theme.ts';

/** Above the title of a printed page: the deployment, and the time of printing (given in ISO 8601) in its zone. */
export function PaperHead({ printedAt }: { printedAt: string }) {
  const { t } = useTranslation('ui');
  const { brand, logo } = useTenant();
  const { dates } = useFormats();
  const when = `${dates.dateTime(printedAt)} ${dates.zone(printedAt)}`;
  return (
    <Root>
      <img src={logo.light} alt="" height={28} />
      <span>
        {brand} · {t('printed', { when })}
      </span>
    </Root>
  );
}

const Root = styled.div`
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
