import { styled } from 'styled-components';
import { colour } from '#ui/tokens.ts';

/** An external link, shown by its host name. It is above the link of its row. */
export function WebLink({ to }: { to: string }) {
  return (
    <Out href={to} target="_blank" rel="noreferrer" dir="ltr">
      {URL.canParse(to) ? new URL(to).host : to}
    </Out>
  );
}

const Out = styled.a`
  position: relative;
  z-index: 1;
  color: ${colour.accentText};
`;
