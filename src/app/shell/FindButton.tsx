import { Search } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Keys } from '#ui/Keys.tsx';
import { colour, colourTransition, control, media, radius, space, visuallyHidden } from '#ui/theme.ts';

/** Opens the palette: looks like a search field, and like a magnifier on a phone. */
export function FindButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Root onPress={onPress}>
      <Search size={16} aria-hidden />
      <span title={t('find')}>{t('find')}</span>
      <span>
        <Keys keys="mod+k" />
      </span>
    </Root>
  );
}

const Root = styled(Button)`
  display: flex;
  align-items: center;
  /* Shrinks first, so that the words of the waiting request beside it are not cut off. */
  flex: 0 1000 19rem;
  gap: ${space(2)};
  min-inline-size: 0;
  container-type: inline-size;
  min-block-size: ${control.medium};
  padding-inline: ${space(2.5)} ${space(2)};
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
  background: ${colour.surface};
  color: ${colour.textMuted};
  cursor: pointer;
  ${colourTransition}

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  & > span:last-child {
    margin-inline-start: auto;
  }

  /* Beside a request that waits, the words need the room. */
  @container (max-width: 15rem) {
    & > span:last-child {
      display: none;
    }
  }

  &[data-hovered] {
    border-color: ${colour.borderControl};
    color: ${colour.text};
  }

  ${media.touch} {
    min-block-size: ${control.touch};

    & > span:last-child {
      display: none;
    }
  }

  ${media.phone} {
    flex: none;
    justify-content: center;
    inline-size: ${control.touch};
    margin-inline-start: auto;
    border-color: transparent;
    background: none;

    & > span:first-of-type {
      ${visuallyHidden}
    }

    & > span:last-child {
      display: none;
    }

    & + * {
      margin-inline-start: 0;
    }
  }
`;
