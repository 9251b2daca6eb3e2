import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from './IconButton.tsx';
import { font, radius, space } from './theme.ts';
import { type Tone, toneColours } from './tones.ts';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

export type BannerProps = {
  tone?: Tone;
  title?: string;
  /** One short sentence: what happened, and what to do. */
  children?: ReactNode;
  /** A small button for it. */
  action?: ReactNode;
  onDismiss?: () => void;
  /** `page`: across the top of the page; `inline`: in the content. */
  placement?: 'inline' | 'page';
  /** Interrupts screen readers; otherwise they read it at the next pause. */
  isUrgent?: boolean;
  id?: string;
};

/** A message that stays until its cause is gone. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  placement = 'inline',
  isUrgent = false,
  id,
}: BannerProps) {
  const { t } = useTranslation('ui');
  const Icon = icons[tone];
  return (
    <Root id={id} role={isUrgent ? 'alert' : 'status'} $tone={tone} $placement={placement}>
      <Icon size={18} aria-hidden />
      <Words $placement={placement}>
        {title && <Title>{title}</Title>}
        {children && <div>{children}</div>}
      </Words>
      {action}
      {onDismiss && (
        <IconButton size="small" label={t('dismiss')} onPress={onDismiss}>
          <X aria-hidden />
        </IconButton>
      )}
    </Root>
  );
}

const Root = styled.div<{ $tone: Tone; $placement: 'inline' | 'page' }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(2.5)};
  padding: ${space(2.5)} ${space(3.5)};
  background: ${({ $tone }) => toneColours[$tone].soft};
  color: ${({ $tone }) => toneColours[$tone].onSoft};
  border: 1px solid color-mix(in srgb, currentColor 18%, transparent);
  border-radius: ${({ $placement }) => ($placement === 'page' ? 0 : radius.medium)};
  border-inline-width: ${({ $placement }) => ($placement === 'page' ? 0 : '1px')};
  border-block-start-width: ${({ $placement }) => ($placement === 'page' ? 0 : '1px')};
  justify-content: ${({ $placement }) => ($placement === 'page' ? 'center' : 'flex-start')};
  font-size: ${font.size.compact};

  @media print {
    display: none;
  }
`;

const Words = styled.div<{ $placement: 'inline' | 'page' }>`
  flex: ${({ $placement }) => ($placement === 'page' ? '0 1 auto' : 1)};
  min-inline-size: 12ch;
`;

const Title = styled.div`
  font-weight: ${font.weight.semibold};
`;
