import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ButtonLink } from '../ButtonLink.tsx';
import { FootInset } from '../FootInset.ts';
import { isPlain } from '../isPlain.ts';
import { useShortcut } from '../shortcuts.ts';
import { colour, font, media, radius, space } from '../theme.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { SubmitFailure } from './SubmitFailure.tsx';
import { useUnsavedChanges } from './useUnsavedChanges.ts';

export type SaveBarProps = {
  submitLabel: string;
  /** Where Cancel leads. */
  cancelHref: string;
  /** Leads there in another way than to a new entry of the history. */
  onCancel?: (() => void) | undefined;
};

/** The sticky bar of a form in a card: save, cancel, and whether there are unsaved changes. */
export function SaveBar({ submitLabel, cancelHref, onCancel }: SaveBarProps) {
  const { t } = useTranslation('crud');
  const isUnsaved = useUnsavedChanges();
  const bar = useRef<HTMLDivElement>(null);
  useShortcut('mod+s', () => bar.current?.closest('form')?.requestSubmit());
  return (
    <Bar ref={bar}>
      <FootInset />
      <Failure>
        <SubmitFailure takesFocus />
      </Failure>
      <SubmitButton>{submitLabel}</SubmitButton>
      <ButtonLink
        to={cancelHref}
        onClick={(event) => {
          if (!onCancel || !isPlain(event)) return;
          event.preventDefault();
          onCancel();
        }}
      >
        {t('cancel')}
      </ButtonLink>
      <Note role="status">{isUnsaved && t('unsaved')}</Note>
    </Bar>
  );
}

const Bar = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-inline: ${space(-5)};
  padding: ${space(3)} ${space(5)};
  border-block-start: 1px solid ${colour.border};
  border-end-start-radius: ${radius.large};
  border-end-end-radius: ${radius.large};
  background: ${colour.surface};

  ${media.phone} {
    margin-inline: ${space(-4)};
    padding-inline: ${space(4)};
  }

  ${media.low} {
    position: static;
  }

  @media print {
    display: none;
  }
`;

/** Above the buttons, because a form may be longer than the window. */
const Failure = styled.div`
  flex-basis: 100%;

  &:empty {
    display: none;
  }
`;

const Note = styled.span`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;
