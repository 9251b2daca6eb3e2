import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover, type PopoverProps } from 'react-aria-components/Popover';
import { styled } from 'styled-components';
import { floatingPanel, space } from './theme.ts';

type SmallPanelProps = Pick<PopoverProps, 'placement'> & {
  /** The accessible name. */
  label: string;
  children: ReactNode;
};

/** A panel beside the button of its `DialogTrigger`. */
export function SmallPanel({ label, placement = 'bottom end', children }: SmallPanelProps) {
  return (
    <Panel placement={placement} offset={6} containerPadding={8}>
      <Window aria-label={label}>{children}</Window>
    </Panel>
  );
}

const Panel = styled(Popover)`
  ${floatingPanel}
  overflow: auto;
`;

const Window = styled(Dialog)`
  max-inline-size: 320px;
  padding: ${space(4)};
  outline: none;
`;
