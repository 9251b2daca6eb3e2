import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useAnsweredAt } from '#api/query.ts';
import { isStreamOpenAtom } from '#api/sharedEvents.ts';
import { colour, radius, space } from '#ui/theme.ts';
import { useNow } from './useNow.ts';

/** Up to how many seconds "just now" is shown. */
const justNow = 5;

/** The age of the data of the surrounding `LiveReads`, or that changes are announced. The page needs the namespace `live`. */
export function Updated() {
  const { t } = useTranslation('live');
  const at = useAnsweredAt();
  const now = useNow();
  const isAnnounced = useAtomValue(isStreamOpenAtom);
  if (at !== null && isAnnounced)
    return (
      <Root>
        <Dot aria-hidden />
        {t('upToDate')}
      </Root>
    );
  const seconds = at === null ? 0 : Math.max(0, Math.round((now - at) / 1000));
  return (
    <Root data-old={seconds >= 60 || undefined}>
      <Dot aria-hidden />
      {at === null
        ? t('loading')
        : seconds < 60
          ? t(seconds < justNow ? 'justUpdated' : 'updated', { seconds })
          : t('updatedMinutes', { minutes: Math.floor(seconds / 60) })}
    </Root>
  );
}

const Dot = styled.span`
  inline-size: 8px;
  block-size: 8px;
  border-radius: ${radius.round};
  background: ${colour.successText};
`;

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  font-variant-numeric: tabular-nums;

  /* The time of printing says the same. */
  @media print {
    display: none;
  }

  &[data-old] > ${Dot} {
    background: ${colour.warningText};
  }
`;
