import { useAtomValue } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useWord } from '#i18n/words.ts';
import { userAtom } from '#session/session.ts';
import { Link } from '#ui/Link.tsx';
import { colour, colourTransition, control, duration, font, media, radius, space } from '#ui/theme.ts';
import { useEntries } from '#crud/openFeatures.ts';
import { topics } from './topics.ts';

/** The staff guide: the topics of the pages that this deployment has and this person may open. */
export function Guide({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('guide');
  const word = useWord();
  const entries = useEntries();
  const role = useAtomValue(userAtom)?.role;
  const visibleTopics = topics.flatMap(({ key, roles, page }) => {
    if (roles && !roles.some((allowed) => allowed === role)) return [];
    const entry = entries.find(({ to }) => to === page);
    return page && !entry ? [] : [{ key, entry }];
  });
  return (
    <section>
      <h3>{t('what')}</h3>
      <Topics>
        {visibleTopics.map(({ key, entry }) => (
          <details key={key} name="guide">
            <summary>
              <ChevronRight aria-hidden size={16} />
              {t(`topics.${key}.title`)}
            </summary>
            <p>{t(`topics.${key}.text`)}</p>
            {entry && (
              <p>
                <Link to={entry.to} onClick={onLeave}>
                  {t('open', { page: word(entry.label) })}
                </Link>
              </p>
            )}
          </details>
        ))}
      </Topics>
    </section>
  );
}

const Topics = styled.div`
  margin-block: ${space(2)} ${space(6)};
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};

  & > details + details {
    border-block-start: 1px solid ${colour.border};
  }

  & summary {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    min-block-size: ${control.medium};
    padding-inline: ${space(3)};
    border-radius: ${radius.medium};
    font-weight: ${font.weight.medium};
    list-style: none;
    cursor: pointer;
    ${colourTransition}
  }

  & summary::-webkit-details-marker {
    display: none;
  }

  & summary:hover {
    background: ${colour.hover};
  }

  & summary svg {
    flex-shrink: 0;
    color: ${colour.textMuted};
    transition: rotate ${duration.quick};

    &:dir(rtl) {
      rotate: 180deg;
    }
  }

  & details[open] summary svg {
    rotate: 90deg;
  }

  & p {
    max-inline-size: 65ch;
    padding-inline: ${space(9)} ${space(3)};
    padding-block-end: ${space(2.5)};
  }

  ${media.touch} {
    & summary {
      min-block-size: ${control.touch};
    }
  }
`;
