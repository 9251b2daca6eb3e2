import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { colour, font, space } from '#ui/theme.ts';

type SignInStepProps = {
  title: string;
  /** A sentence or two about this step. */
  lead?: ReactNode;
  /** Whether it replaces another step: its title takes the focus, so that screen readers read it. */
  takesFocus?: boolean;
  children?: ReactNode;
};

/** One step of signing in: its title, an explanation, and its content. */
export function SignInStep({ title, lead, takesFocus = false, children }: SignInStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <Title ref={heading} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </Title>
      {lead && <Lead>{lead}</Lead>}
      <Body>{children}</Body>
    </>
  );
}

const Title = styled.h1`
  font-size: ${font.size.title};
  outline: none;
`;

const Lead = styled.p`
  margin-block-start: ${space(1)};
  color: ${colour.textMuted};
  overflow-wrap: anywhere;
  text-wrap: pretty;
`;

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  margin-block-start: ${space(6)};
`;
