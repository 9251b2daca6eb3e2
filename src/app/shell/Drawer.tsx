import { X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Logo } from '#tenant/Logo.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { duration, elevation, media, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { NavigationFoot } from './NavigationFoot.tsx';
import { NavigationList } from './NavigationList.tsx';
import { railWidth } from './railWidth.ts';

/** The navigation on a phone: comes in from the side, keeps the focus, goes by Escape, a touch beside it, or its button. */
export function Drawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'ui']);
  return (
    <Scrim
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
    >
      <Panel>
        <Body aria-label={t('navigation')}>
          <Head>
            <Logo height={28} />
            <IconButton label={t('ui:close')} onPress={onClose}>
              <X aria-hidden />
            </IconButton>
          </Head>
          <Navigation aria-label={t('navigation')}>
            <NavigationList />
            <NavigationFoot />
          </Navigation>
        </Body>
      </Panel>
    </Scrim>
  );
}

const Scrim = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: ${colour.scrim};

  ${media.moving} {
    transition: opacity ${duration.calm};
  }

  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }
`;

const Panel = styled(Modal)`
  position: absolute;
  inset-block: 0;
  inset-inline-start: 0;
  inline-size: ${railWidth.drawer};
  overflow: auto;
  background: ${colour.surfaceSunken};
  box-shadow: ${elevation.floating};
  outline: none;

  ${media.moving} {
    transition: translate ${duration.calm} ease-out;

    &[data-entering],
    &[data-exiting] {
      translate: -100% 0;
    }

    [dir='rtl'] &[data-entering],
    [dir='rtl'] &[data-exiting] {
      translate: 100% 0;
    }
  }
`;

const Body = styled(Dialog)`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  min-block-size: 100%;
  padding: ${space(3)};
  outline: none;
`;

const Navigation = styled.nav`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(4)};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
`;
