import { styled } from 'styled-components';
import { colour, font, radius, space } from './theme.ts';

const isMac = /mac/i.test(navigator.userAgent);

/** A shortcut as keyboard keys: `mod+k`, `g u`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Root dir="ltr">
      {keys.split(/[+ ]/).map((key) => (
        <kbd key={key}>{key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.toUpperCase()}</kbd>
      ))}
    </Root>
  );
}

const Root = styled.span`
  display: inline-flex;
  gap: ${space(0.5)};

  & > kbd {
    min-inline-size: ${space(5)};
    padding: 1px ${space(1)};
    border: 1px solid ${colour.border};
    border-radius: ${radius.small};
    background: ${colour.surfaceSunken};
    color: ${colour.textMuted};
    font-family: ${font.family};
    font-size: ${font.size.small};
    text-align: center;
  }
`;
