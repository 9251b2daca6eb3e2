import { styled } from 'styled-components';
import { ApiError } from '#api/problem.ts';
import { useWord, type Word } from '#i18n/words.ts';
import { Link } from '#lib/router.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Card } from '#ui/Card.ts';
import { coveringLink } from '#ui/coveringLink.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { colour, colourTransition, font, radius, space } from '#ui/theme.ts';
import type { CardGroup } from './feature.ts';
import { useCards } from './openFeatures.ts';

/** A page of the navigation: a card for each page behind it that this person may open, with what is there in a sentence. */
export function CardsPage({ group, title, intro }: { group: CardGroup; title: Word; intro: Word }) {
  const word = useWord();
  const cards = useCards(group);
  useDocumentTitle(word(title));
  if (cards.length === 0) throw new ApiError('forbidden', { status: 403 });
  return (
    <Stack $gap={6}>
      <PageHead title={word(title)} description={word(intro)} />
      <Cards>
        {cards.map(({ to, label, about, icon: Icon }) => (
          <Place as="li" key={to}>
            <Icon size={18} aria-hidden />
            <h2>
              <Covering to={to}>{word(label)}</Covering>
            </h2>
            <p>{word(about)}</p>
          </Place>
        ))}
      </Cards>
    </Stack>
  );
}

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
  gap: ${space(3)};
`;

const Covering = styled(Link)`
  ${coveringLink('2px', radius.large)}
`;

const Place = styled(Card)`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-content: start;
  gap: ${space(1)} ${space(3)};
  padding: ${space(4)};
  ${colourTransition}

  & > svg {
    align-self: center;
    color: ${colour.accentText};
  }

  & > h2 {
    font-size: ${font.size.body};
    font-weight: ${font.weight.medium};
    letter-spacing: 0;
  }

  & > p {
    grid-column: 2;
    color: ${colour.textMuted};
    font-size: ${font.size.compact};
    text-wrap: pretty;
  }

  &:hover {
    border-color: ${colour.borderControl};
    background: ${colour.surfaceRaised};
  }
`;
