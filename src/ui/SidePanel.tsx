import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from './IconButton.tsx';
import { isOutside } from './isOutside.ts';
import { colour, duration, elevation, layer, media, space } from './theme.ts';

export type SidePanelProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The accessible name of the panel. */
  label: string;
  /** The edge at which it appears. */
  side: 'start' | 'end';
  /** Wider, and on a phone as wide as the screen: for the facts of a record. */
  isSheet?: boolean;
  /** Shown beside the close button. */
  head: ReactNode;
  children: ReactNode;
};

/** A modal panel at the side; closes by Escape, a press outside, or its button. */
export function SidePanel({ isOpen, onClose, label, side, isSheet = false, head, children }: SidePanelProps) {
  const { t } = useTranslation('ui');
  return (
    <Scrim
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
      shouldCloseOnInteractOutside={isOutside}
    >
      <Panel data-side={side} data-sheet={isSheet || undefined}>
        <Body aria-label={label}>
          <Head>
            {head}
            <IconButton label={t('close')} onPress={onClose}>
              <X aria-hidden />
            </IconButton>
          </Head>
          {children}
        </Body>
      </Panel>
    </Scrim>
  );
}

const Scrim = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
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
  inline-size: min(300px, 85vi);
  overflow: auto;
  background: ${colour.surfaceSunken};
  box-shadow: ${elevation.floating};
  outline: none;

  &[data-side='end'] {
    inset-inline: auto 0;
    inline-size: min(360px, 92vi);
    background: ${colour.surfaceRaised};
  }

  &[data-sheet] {
    inline-size: min(480px, 100vi);
  }

  ${media.moving} {
    transition: translate ${duration.calm} ease-out;

    &:is([data-entering], [data-exiting]) {
      translate: -100% 0;
    }

    [dir='rtl'] &:is([data-entering], [data-exiting]),
    &[data-side='end']:is([data-entering], [data-exiting]) {
      translate: 100% 0;
    }

    [dir='rtl'] &[data-side='end']:is([data-entering], [data-exiting]) {
      translate: -100% 0;
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

  [data-side='end'] > & {
    gap: ${space(5)};
    padding: ${space(4)} ${space(5)} ${space(6)};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
`;
