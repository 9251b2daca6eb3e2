import { CalendarDays } from 'lucide-react';
import { type FocusEvent, type FunctionComponent, useRef, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { parseDay, typedDay } from '#lib/dates.ts';
import type { DayCalendarProps } from './DayCalendar.tsx';
import { IconButton } from './IconButton.tsx';
import { Spinner } from './Spinner.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { floatingPanel, space } from './theme.ts';

export type DayFieldProps = Omit<
  TextFieldProps,
  | 'type'
  | 'inputMode'
  | 'placeholder'
  | 'end'
  | 'inputRef'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onFocus'
  | 'onBlur'
  | 'onKeyDown'
> & {
  /** The typed text; `parseDay` converts it to a day. */
  value: string;
  onChange: (typed: string) => void;
  /** The first and the last selectable day (`YYYY-MM-DD`); 1900 to 2099 by default. */
  min?: string;
  max?: string;
};

/**
 * A day, typed or chosen from a calendar. Moving the focus between field and calendar does not count as leaving the field. The
 * page needs the namespaces `crud` and `errors`.
 */
export function DayField({ value, onChange, onFocusChange, min, max, ...props }: DayFieldProps) {
  const { t } = useTranslation(['crud', 'errors']);
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<FunctionComponent<DayCalendarProps> | 'failed' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = t('day.choose', { field: props.label });

  // Not `loadChunk`, which may reload the page: people can type a day without the calendar.
  const load = () =>
    void import('./DayCalendar.tsx').then(
      ({ DayCalendar }) => setCalendar(() => DayCalendar),
      (error: unknown) => {
        console.warn(error);
        setCalendar('failed');
      },
    );
  const open = (opens: boolean) => {
    setOpen(opens);
    if (opens) load();
  };
  const leave = ({ relatedTarget: next }: FocusEvent) => {
    if (!isOpen && next !== input.current && next !== button.current) onFocusChange?.(false);
  };

  return (
    <TextField
      autoComplete="off"
      {...props}
      value={value}
      onChange={onChange}
      inputMode="numeric"
      placeholder={t('day.form')}
      inputRef={input}
      onFocus={() => onFocusChange?.(true)}
      onBlur={(event) => {
        const day = parseDay(value);
        if (day && typedDay(day) !== value) onChange(typedDay(day));
        leave(event);
      }}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'ArrowDown' && !props.isReadOnly) open(true);
        // Other keys must reach the surroundings of the field: Escape closes a dialog.
        else event.continuePropagation();
      }}
      end={
        !props.isReadOnly && (
          <DialogTrigger isOpen={isOpen} onOpenChange={open}>
            <IconButton
              ref={button}
              label={name}
              isDisabled={props.isDisabled}
              onHoverStart={load}
              onFocus={() => onFocusChange?.(true)}
              onBlur={leave}
            >
              <CalendarDays aria-hidden />
            </IconButton>
            <Panel placement="bottom end" offset={6} containerPadding={8}>
              <Window aria-label={name}>
                {Calendar === 'failed' && t('errors:backend_unreachable')}
                {Calendar === null && <Spinner />}
                {Calendar !== null && Calendar !== 'failed' && (
                  <Calendar
                    label={props.label}
                    value={parseDay(value)}
                    min={min}
                    max={max}
                    onChange={(day) => {
                      onChange(typedDay(day));
                      setOpen(false);
                    }}
                  />
                )}
              </Window>
            </Panel>
          </DialogTrigger>
        )
      }
    />
  );
}

const Panel = styled(Popover)`
  ${floatingPanel}
  overflow: auto;
`;

const Window = styled(Dialog)`
  max-inline-size: 320px;
  padding: ${space(2)};
  outline: none;
`;
