import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast';
import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { colour, duration, elevation, font, headInset, layer, media, radius, space } from './theme.ts';
import { type ToastContent, toastQueue } from './toastQueue.ts';
import { type Tone, toneColours } from './tones.ts';

export { show } from './toastQueue.ts';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

const follow = (follower: () => void) => toastQueue.subscribe(follower);
const hasToasts = () => toastQueue.visibleToasts.length > 0;

/** The toasts at the top of the page; on a phone the newest, below the page's head with its acts. F6 moves the focus there, Escape closes a toast. Rendered once, in `UiProvider`. */
export function Toasts() {
  const { t } = useTranslation('ui');
  const headEnd = useHeadEnd(useSyncExternalStore(follow, hasToasts));
  return (
    <Region queue={toastQueue} aria-label={t('notifications')} style={{ '--head-end': `${headEnd}px` }}>
      {({ toast }) => {
        const { title, description, tone = 'info', action } = toast.content;
        const close = () => toastQueue.close(toast.key);
        const Icon = icons[tone];
        return (
          // Handles Escape wherever the focus is inside the toast.
          <div
            role="presentation"
            onKeyDown={({ key }) => {
              if (key === 'Escape') close();
            }}
          >
            <Card toast={toast} $tone={tone}>
              <Icon size={18} aria-hidden />
              <Content>
                <Title slot="title">{title}</Title>
                {description && <Text slot="description">{description}</Text>}
              </Content>
              {action && (
                <Button
                  size="small"
                  onPress={() => {
                    action.onAction();
                    close();
                  }}
                >
                  {action.label}
                </Button>
              )}
              <IconButton size="small" slot="close" label={t('dismiss')}>
                <X aria-hidden />
              </IconButton>
            </Card>
          </div>
        );
      }}
    </Region>
  );
}

/** Where the head of the page ends in the window, in pixels; followed through scrolling and changes while `isFollowed`. */
function useHeadEnd(isFollowed: boolean): number {
  const [end, setEnd] = useState(0);
  useLayoutEffect(() => {
    if (!isFollowed) return undefined;
    const measure = () => setEnd(document.querySelector('main header')?.getBoundingClientRect().bottom ?? 0);
    measure();
    const changes = new MutationObserver(measure);
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      changes.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [isFollowed]);
  return end;
}

const Region = styled(AriaToastRegion<ToastContent>)`
  position: fixed;
  inset-block-start: calc(${headInset} + ${space(3)});
  inset-inline: ${space(3)};
  z-index: ${layer.toast};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  pointer-events: none;
  outline: none;

  /* A head that fills the window does not push them out of it. */
  ${media.phone} {
    inset-block-start: calc(max(${headInset}, min(var(--head-end), 60dvb)) + ${space(3)});

    & li + li > * {
      display: none;
    }
  }

  @media print {
    display: none;
  }
`;

const appear = keyframes`
  from {
    opacity: 0;
    translate: 0 -8px;
  }
`;

const Card = styled(AriaToast<ToastContent>)<{ $tone: Tone }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(2.5)};
  inline-size: max-content;
  max-inline-size: min(480px, 100vi - ${space(6)});
  padding-block: ${space(2.5)};
  padding-inline: ${space(3.5)} ${space(2)};
  background: ${colour.surfaceRaised};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  box-shadow: ${elevation.floating};
  pointer-events: auto;

  & > svg {
    color: ${({ $tone }) => toneColours[$tone].text};
  }

  ${media.moving} {
    animation: ${appear} ${duration.calm} ease-out;
  }
`;

const Content = styled(AriaToastContent)`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-inline-size: 16ch;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;

const Title = styled(Text)`
  color: ${colour.text};
  font-size: ${font.size.body};
  font-weight: ${font.weight.medium};
`;
