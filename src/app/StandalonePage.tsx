import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Logo } from '#tenant/Logo.tsx';
import { space } from '#ui/theme.ts';

/** A page outside the sign-in pages and the shell, such as "not found". */
export function StandalonePage({ children }: { children: ReactNode }) {
  return (
    <Root>
      <header>
        <Logo height={36} />
      </header>
      <main>{children}</main>
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(12)};
  padding: ${space(6)};

  & > main {
    display: grid;
    place-items: center;
  }
`;
