import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from './IconButton.tsx';
import { ignoresTaps } from './ignoresTaps.ts';
import { isOutside } from './isOutside.ts';
import { colour, duration, elevation, font, layer, media, radius, space } from './theme.ts';

export type DialogProps = {
  isOpen: boolean;
  /** Called by Escape unless `isClosedByEscape` is false, the close button, and a press outside if `isClosedByPressOutside`. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons, the primary one last. */
  actions?: ReactNode;
  /** `alertdialog` for questions that need an answer. */
  role?: 'dialog' | 'alertdialog';
  /** False for what is shown only once: a habitual press of Escape would lose it. */
  isClosedByEscape?: boolean;
  /** By default true, except for an `alertdialog`. */
  isClosedByPressOutside?: boolean;
  /** `large` for long content, `wide` for a table. */
  size?: 'medium' | 'large' | 'wide';
};

/** A modal dialog. It traps the focus and restores it afterwards. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
  role = 'dialog',
  isClosedByEscape = true,
  isClosedByPressOutside = role === 'dialog',
  size = 'medium',
}: DialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Scrim
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={isClosedByPressOutside}
      shouldCloseOnInteractOutside={isOutside}
      isKeyboardDismissDisabled={!isClosedByEscape}
    >
      <Window data-size={size}>
        <Body role={role}>
          <Head>
            <Title slot="title">{title}</Title>
            {role === 'dialog' && (
              <IconButton size="small" label={t('close')} onPress={onClose}>
                <X aria-hidden />
              </IconButton>
            )}
          </Head>
          <div>{children}</div>
          {actions && <DialogActs>{actions}</DialogActs>}
        </Body>
      </Window>
    </Scrim>
  );
}

/** The backdrop between the page and a dialog. */
export const Scrim = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  display: grid;
  place-items: center;
  padding: ${space(4)};
  background: ${colour.scrim};

  ${media.moving} {
    transition: opacity ${duration.quick};
  }

  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }
`;

const Window = styled(Modal)`
  inline-size: min(480px, 100%);

  &[data-size='large'] {
    inline-size: min(720px, 100%);
  }

  &[data-size='wide'] {
    inline-size: min(1040px, 100%);
  }

  max-block-size: calc(100dvb - ${space(8)});
  overflow: auto;
  background: ${colour.surfaceRaised};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  box-shadow: ${elevation.floating};
  outline: none;
`;

const Body = styled(AriaDialog)`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(5)};
  outline: none;

  & > * {
    ${ignoresTaps}
  }
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(4)};
`;

const Title = styled(Heading)`
  font-size: ${font.size.lead};
`;

/** The buttons of a dialog, the primary one last. */
export const DialogActs = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
`;
