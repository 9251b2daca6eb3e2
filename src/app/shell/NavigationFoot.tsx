import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { colour, control, font, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { mailHref } from '../../../contract/contactLinks.ts';

/** The foot of the navigation: help and the version. */
export function NavigationFoot({ isSlim = false }: { isSlim?: boolean }) {
  const { t } = useTranslation('shell');
  const { support, version } = useTenant();
  return (
    <Root $isSlim={isSlim}>
      <Help
        href={support.url ?? mailHref(support.email)}
        target={support.url ? '_blank' : undefined}
        rel={support.url ? 'noreferrer' : undefined}
        title={isSlim ? t('help') : undefined}
      >
        <CircleHelp size={18} aria-hidden />
        <span>{t('help')}</span>
      </Help>
      <Version>{isSlim ? version : t('version', { version })}</Version>
    </Root>
  );
}

const Help = styled.a`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  min-block-size: ${control.medium};
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${radius.medium};
  color: ${colour.textMuted};
  text-decoration: none;

  &:hover {
    background: ${colour.hover};
    color: ${colour.text};
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }
`;

const Root = styled.div<{ $isSlim: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  text-align: ${({ $isSlim }) => ($isSlim ? 'center' : 'inherit')};

  ${Help} > span {
    ${({ $isSlim }) => ($isSlim ? visuallyHidden : '')}
  }

  ${Help} {
    justify-content: ${({ $isSlim }) => ($isSlim ? 'center' : 'flex-start')};
  }
`;

const Version = styled.p`
  padding-inline: ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;

  ${Help} + & {
    padding-inline-start: ${space(2.5)};
  }
`;
