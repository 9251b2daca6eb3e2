import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { font, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

type SignInStepProps = {
  title: string;
  /** What this step is about, in a sentence or two. */
  lead?: ReactNode;
  /** It takes the place of another step: its title takes the focus, so that it is read. */
  isNews?: boolean;
  children?: ReactNode;
};

/** One step on the way in: its title, what it is about, and what to do. */
export function SignInStep({ title, lead, isNews = false, children }: SignInStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle();
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <>
      <Title ref={heading} tabIndex={isNews ? -1 : undefined}>
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
