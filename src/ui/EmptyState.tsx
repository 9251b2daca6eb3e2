import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { colour, font, radius, space } from './theme.ts';

export type EmptyStateProps = {
  /** A lucide icon. */
  icon?: ReactNode;
  title: string;
  /** One sentence about what to do. */
  children?: ReactNode;
  /** A button or a link for the next step. */
  action?: ReactNode;
  /** 1 if this is the heading of the page. */
  headingLevel?: 1 | 2 | 3;
};

/** Shown where content is missing: what that means, and the next step. */
export function EmptyState({ icon, title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Root>
      {icon && <Icon aria-hidden>{icon}</Icon>}
      <Title as={Heading}>{title}</Title>
      {children && <Text>{children}</Text>}
      {action && <Action>{action}</Action>}
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: ${space(12)} ${space(4)};
  text-align: center;
`;

const Icon = styled.div`
  display: grid;
  place-items: center;
  inline-size: 48px;
  block-size: 48px;
  margin-block-end: ${space(4)};
  border-radius: ${radius.large};
  background: ${colour.accentSoft};
  color: ${colour.onAccentSoft};

  & > svg {
    inline-size: 24px;
    block-size: 24px;
  }
`;

const Title = styled.h2`
  font-size: ${font.size.lead};
`;

const Text = styled.div`
  max-inline-size: 46ch;
  margin-block-start: ${space(1)};
  color: ${colour.textMuted};
  text-wrap: pretty;
`;

const Action = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(2)};
  margin-block-start: ${space(5)};
`;
