import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal } from 'react-aria-components/Modal';
import { styled } from 'styled-components';
import { Scrim } from './Dialog.tsx';
import { Keys } from './Keys.tsx';
import { choiceStyle } from './Menu.tsx';
import { Spinner } from './Spinner.tsx';
import { colour, elevation, font, media, radius, space } from './theme.ts';

/** One line: an address to open (`href`), or a function to run (`act`). */
export type Command = {
  id: string;
  title: string;
  /** Distinguishes commands with the same name. */
  detail?: ReactNode;
  icon: ReactNode;
  href?: string;
  act?: () => void;
  /** The shortcut of the command. */
  keys?: string;
};

/** Commands of one kind. */
export type CommandGroup = { title: string; commands: Command[] };

export type CommandListProps = {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** The matching commands; no group is empty. */
  groups: CommandGroup[];
  isBusy: boolean;
  /** The message if nothing matches. */
  nothing: string;
  /** A hint below the list. */
  note?: string;
  /** Opens an address of the app. */
  onGo: (href: string) => void;
};

/** A search field and the matching commands. The focus stays in the field; arrow keys select, Enter runs. */
export function CommandList({ isOpen, onClose, label, ...content }: CommandListProps) {
  return (
    <Top
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
    >
      <Window>
        <Body aria-label={label}>
          <Choosing label={label} onClose={onClose} {...content} />
        </Body>
      </Window>
    </Top>
  );
}

/** A combobox by the WAI-ARIA pattern. React Aria's would add to the bundle of the sign-in page. */
function Choosing({
  label,
  placeholder,
  text,
  onText,
  groups,
  isBusy,
  nothing,
  note,
  onGo,
  onClose,
}: Omit<CommandListProps, 'isOpen'>) {
  const list = useId();
  const all = groups.flatMap(({ commands }) => commands);
  const idOf = (id: string) => `${list} ${id}`.replace(/\W+/g, '-');
  const { active, setActiveId, choose } = useActiveCommand(all, idOf);
  const run = ({ href, act }: Command) => {
    if (href !== undefined) return onGo(href);
    onClose();
    return act?.();
  };
  const press = (event: KeyboardEvent) => {
    const acts: Record<string, () => void> = {
      ArrowDown: () => choose(1),
      ArrowUp: () => choose(-1),
      Enter: () => active && run(active),
    };
    const act = acts[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <Field>
        {isBusy ? <Spinner /> : <Search size={18} aria-hidden />}
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={all.length > 0}
          aria-controls={list}
          aria-activedescendant={active && idOf(active.id)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          maxLength={100}
          value={text}
          autoFocus
          onChange={({ currentTarget }) => {
            setActiveId(null);
            onText(currentTarget.value);
          }}
          onKeyDown={press}
        />
      </Field>
      <List id={list} role="listbox" aria-label={label} hidden={all.length === 0}>
        {groups.map(({ title, commands }) => (
          <div key={title} role="group" aria-label={title}>
            <Title aria-hidden>{title}</Title>
            {commands.map((command) => (
              <CommandOption
                key={command.id}
                id={idOf(command.id)}
                command={command}
                isActive={active?.id === command.id}
                onActive={() => setActiveId(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </List>
      {all.length === 0 && <Nothing role="status">{nothing}</Nothing>}
      {note && <Note role="status">{note}</Note>}
    </>
  );
}

/** The selected command: the first one until another is chosen. `choose` goes on by steps, from the last one to the first. */
function useActiveCommand(all: readonly Command[], idOf: (id: string) => string) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === activeId),
  );
  const choose = (step: number) => {
    const next = all[(at + step + all.length) % all.length];
    setActiveId(next?.id ?? null);
    if (next) document.querySelector(`#${idOf(next.id)}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  return { active: all[at], setActiveId, choose };
}

type OptionProps = { id: string; command: Command; isActive: boolean; onActive: () => void; onRun: () => void };

/** One command. With an address it is a real link, so Ctrl or the middle button opens a tab. */
function CommandOption({ id, command, isActive, onActive, onRun }: OptionProps) {
  const { title, detail, icon, href, keys } = command;
  return (
    <Line
      as={href === undefined ? 'div' : 'a'}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={href}
      onPointerMove={onActive}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onRun();
      }}
    >
      {icon}
      <span>
        {title} {detail && <Detail>{detail}</Detail>}
      </span>
      {keys && <Keys keys={keys} />}
    </Line>
  );
}

const Top = styled(Scrim)`
  place-items: start center;
  padding-block-start: min(14vb, 120px);

  ${media.phone} {
    padding: ${space(2)};
  }
`;

const Window = styled(Modal)`
  inline-size: min(640px, 100%);
  background: ${colour.surfaceRaised};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  box-shadow: ${elevation.floating};
  overflow: hidden;
  outline: none;
`;

const Body = styled(Dialog)`
  display: flex;
  flex-direction: column;
  outline: none;
`;

const Field = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding-inline: ${space(4)};
  border-block-end: 1px solid ${colour.border};

  & > svg {
    color: ${colour.textMuted};
  }

  & > input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 52px;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
    font-size: ${font.size.lead};
    appearance: none;
  }

  & > input::placeholder {
    color: ${colour.textMuted};
    opacity: 1;
  }
`;

const List = styled.div`
  max-block-size: min(52vb, 440px);
  padding: ${space(1.5)};
  overflow: auto;
  outline: none;

  ${media.phone} {
    max-block-size: 70dvb;
  }
`;

const Title = styled.div`
  padding: ${space(2)} ${space(2.5)} ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
`;

const Line = styled.a`
  ${choiceStyle}

  &[aria-selected='true'] {
    background: ${colour.hover};
  }

  ${media.forcedColours} {
    &[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }

  color: ${colour.text};
  text-decoration: none;

  & > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  & > span:last-child:not(:nth-child(2)) {
    flex: none;
  }
`;

const Detail = styled.small`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;

const Nothing = styled.div`
  padding: ${space(6)} ${space(4)};
  color: ${colour.textMuted};
  text-align: center;
`;

const Note = styled.p`
  padding: ${space(2)} ${space(4)} ${space(3)};
  color: ${colour.dangerText};
  font-size: ${font.size.compact};
`;
