import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  MenuSection as AriaMenuSection,
  type MenuSectionProps as AriaMenuSectionProps,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components/Menu';
import { Text } from 'react-aria-components/Text';
import { css, styled } from 'styled-components';
import { colour, control, disabledOpacity, floatingPanel, font, media, radius, space } from './theme.ts';

export type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactNode;
  label: string;
  /** Content above the items, such as the name of the account. */
  head?: ReactNode;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'end bottom' | 'end top';
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A button with its menu. */
export function Menu({ trigger, label, head, placement = 'bottom end', onOpenChange, children }: MenuProps) {
  return (
    <MenuTrigger onOpenChange={onOpenChange}>
      {trigger}
      <Panel placement={placement} offset={6}>
        {head}
        <List aria-label={label}>{children}</List>
      </Panel>
    </MenuTrigger>
  );
}

export type MenuItemProps = Omit<AriaMenuItemProps, 'children' | 'className' | 'style'> & {
  icon?: ReactNode;
  /** It takes something from somebody. */
  isDangerous?: boolean | undefined;
  /** Why it cannot be chosen now. The entry stays in reach of the keyboard, so that screen readers say the reason. */
  whyNot?: string | undefined;
  children: string;
};

/** An action, or a choice if its section is selectable. */
export function MenuItem({ icon, isDangerous = false, whyNot, children, ...props }: MenuItemProps) {
  if (whyNot !== undefined)
    return (
      <Impossible
        id={props.id}
        textValue={children}
        shouldCloseOnSelect={false}
        render={(itemProps) =>
          'href' in itemProps ? <a {...itemProps}>{itemProps.children}</a> : <div {...itemProps} aria-disabled />
        }
      >
        {icon}
        <span>
          <Text slot="label">{children}</Text>
          <Reason slot="description">{whyNot}</Reason>
        </span>
      </Impossible>
    );
  return (
    <Item {...props} textValue={children} $isDangerous={isDangerous}>
      {({ isSelected, selectionMode }) => (
        <>
          {icon}
          <span>{children}</span>
          {selectionMode !== 'none' && isSelected && <Chosen size={16} aria-hidden />}
        </>
      )}
    </Item>
  );
}

/** A titled group of items. */
export function MenuSection<Value extends object>({
  title,
  children,
  ...props
}: Omit<AriaMenuSectionProps<Value>, 'className' | 'style' | 'children'> & { title?: string; children: ReactNode }) {
  return (
    <AriaMenuSection {...props}>
      {title && <SectionTitle>{title}</SectionTitle>}
      {children}
    </AriaMenuSection>
  );
}

export const MenuSeparator = styled(Separator)`
  block-size: 1px;
  margin: ${space(1)} 0;
  border: 0;
  background: ${colour.border};
`;

const Panel = styled(Popover)`
  ${floatingPanel}
  min-inline-size: 200px;
  max-inline-size: min(320px, 100vi - ${space(4)});
  overflow: auto;
`;

const List = styled(AriaMenu)`
  padding: ${space(1)};
  outline: none;
`;

/** A row of a menu or a list of choices. */
export const choiceStyle = css`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  min-block-size: ${control.medium};
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${radius.small};
  outline: none;
  cursor: pointer;

  & > svg {
    inline-size: 16px;
    block-size: 16px;
    color: ${colour.textMuted};
  }

  & > span {
    flex: 1;
  }

  &[data-focused] {
    background: ${colour.hover};
  }

  &[data-pressed] {
    background: ${colour.pressed};
  }

  &[data-focus-visible] {
    outline: 2px solid ${colour.focus};
    outline-offset: -2px;
  }

  &[data-disabled] {
    opacity: ${disabledOpacity};
    cursor: not-allowed;
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }

  ${media.forcedColours} {
    &[data-focused] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

const Item = styled(AriaMenuItem)<{ $isDangerous: boolean }>`
  ${choiceStyle}
  ${({ $isDangerous }) =>
    $isDangerous &&
    css`
      &,
      & > svg {
        color: ${colour.dangerText};
      }
    `}
`;

const Impossible = styled(AriaMenuItem)`
  ${choiceStyle}
  color: ${colour.textMuted};
  cursor: default;
`;

const Reason = styled(Text)`
  display: block;
  font-size: ${font.size.small};
  text-wrap: pretty;
`;

const Chosen = styled(Check)`
  && {
    color: ${colour.accentText};
  }
`;

const SectionTitle = styled(Header)`
  padding: ${space(2)} ${space(2.5)} ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
`;
