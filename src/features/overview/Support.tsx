import { Globe, type LucideIcon, Mail, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { colour, font, space } from '#ui/theme.ts';
import { mailHref, phoneHref } from '../../../contract/contactLinks.ts';

/** How to reach the support of this deployment. */
export function Support() {
  const { t } = useTranslation('overview');
  const { email, phone, url } = useTenant().support;
  return (
    <Root>
      <h2>{t('support')}</h2>
      <Ways>
        <Way icon={Mail} name={t('supportEmail')} href={mailHref(email)} text={email} />
        {phone && <Way icon={Phone} name={t('supportPhone')} href={phoneHref(phone)} text={phone} />}
        {url && <Way icon={Globe} name={t('supportSite')} href={url} text={new URL(url).host} />}
      </Ways>
    </Root>
  );
}

function Way({ icon: Icon, name, href, text }: { icon: LucideIcon; name: string; href: string; text: string }) {
  const isPage = href.startsWith('http');
  return (
    <Item>
      <Icon size={16} aria-label={name} role="img" />
      <a href={href} target={isPage ? '_blank' : undefined} rel={isPage ? 'noreferrer' : undefined} dir="ltr">
        {text}
      </a>
    </Item>
  );
}

const Root = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(6)};
  padding-block-start: ${space(5)};
  border-block-start: 1px solid ${colour.border};
  font-size: ${font.size.compact};

  & > h2 {
    font-size: inherit;
    font-weight: ${font.weight.medium};
    letter-spacing: 0;
  }

  /* These lines alone would take a third sheet. */
  @media print {
    display: none;
  }
`;

const Ways = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(6)};
`;

const Item = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: 24px;
  color: ${colour.textMuted};

  & > a {
    color: ${colour.text};
    text-decoration-color: ${colour.borderControl};
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
`;
