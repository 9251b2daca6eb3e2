import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Logo } from '#tenant/Logo.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { space } from '#ui/theme.ts';
import { NavigationFoot } from './NavigationFoot.tsx';
import { NavigationList } from './NavigationList.tsx';

/** The navigation on a phone. */
export function Drawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} label={t('navigation')} side="start" head={<Logo height={28} />}>
      <Navigation aria-label={t('navigation')}>
        <NavigationList replaces />
        <NavigationFoot />
      </Navigation>
    </SidePanel>
  );
}

const Navigation = styled.nav`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(4)};
`;
