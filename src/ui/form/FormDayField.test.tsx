import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderUi } from '../../../tests/support/renderUi.tsx';
import type { Language } from '../../../contract/languages.ts';
import type { Tenant } from '../../../contract/tenant.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import { Form } from './Form.tsx';
import { FormDayField } from './FormDayField.tsx';
import { SubmitButton } from './SubmitButton.tsx';

/** Renders a field for 1 to 20 September. Today is 1 September only in the deployment's time zone. */
async function open(language?: Language) {
  const onSubmit = jest.fn<(values: { day: string }) => Promise<void>>().mockResolvedValue(undefined);
  const user = await renderUi(
    <TenantProvider tenant={{ timeZone: 'Pacific/Kiritimati', languages: [], country: null } as unknown as Tenant}>
      <Form initialValues={{ day: '' }} onSubmit={onSubmit} hasSummary={false}>
        <FormDayField name="day" label="Day" min="2026-09-01" max="2026-09-20" tooEarly="errors:event_in_past" />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </TenantProvider>,
    { language, words: ['crud'] },
  );
  return { user, onSubmit, field: await screen.findByRole('textbox', { name: 'Day' }) };
}

describe('a field for a day', () => {
  // Only Date is faked; timers run.
  beforeEach(() => {
    jest.useFakeTimers({
      now: new Date('2026-08-31T11:00:00Z'),
      doNotFake: [
        'cancelAnimationFrame',
        'clearInterval',
        'clearTimeout',
        'nextTick',
        'performance',
        'queueMicrotask',
        'requestAnimationFrame',
        'setImmediate',
        'setInterval',
        'setTimeout',
      ],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('understands every usual format, and keeps an invalid text with an error', async () => {
    const { user, field, onSubmit } = await open();
    for (const typed of ['2.9.2026', '02/09/2026', '2026-09-02', '02092026']) {
      await user.clear(field);
      await user.type(field, typed);
      await user.tab();
      expect(field).toHaveValue('02-09-2026');
      await user.tab({ shift: true });
    }
    for (const [typed, error] of [
      ['soon', 'Please check dates'],
      ['31-08-2026', 'You can not create events in the past. Please check date and time'],
      ['21-09-2026', 'Please check dates'],
    ] as const) {
      await user.clear(field);
      await user.type(field, typed);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(field).toHaveValue(typed);
      expect(field).toHaveAccessibleDescription(error);
    }
    await user.clear(field);
    await user.type(field, '2.9.2026{Enter}');
    expect(onSubmit).toHaveBeenCalledWith({ day: '2.9.2026' });
  });

  test('opens a calendar at the deployment’s today, whose selectable days are chosen by keyboard', async () => {
    const { user, field } = await open();
    await user.click(field);
    await user.tab();
    const button = screen.getByRole('button', { name: 'Choose a day: Day' });
    expect(button).toHaveFocus();
    // Moving to the calendar does not count as leaving the field.
    expect(field).toBeValid();
    await user.keyboard('{Enter}');
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day: Day' }));
    const today = await calendar.findByRole('button', { name: 'Tuesday 1 September 2026, today' });
    await waitFor(() => expect(today).toHaveFocus());
    expect(calendar.getAllByText(/^\w{3}$/).map(({ textContent }) => textContent)[0]).toBe('Mon');
    expect(calendar.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    const refused = calendar.getByRole('button', { name: 'Monday 21 September 2026' });
    expect(refused).toHaveAttribute('aria-disabled', 'true');
    await user.click(refused);
    expect(field).toHaveValue('');
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(field).toHaveValue('09-09-2026');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.click(field);
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const chosen = await screen.findByRole('button', { name: 'Wednesday 9 September 2026, chosen' });
    await waitFor(() => expect(chosen).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue('09-09-2026');
  });

  test('speaks Icelandic, which React Aria does not', async () => {
    const { user } = await open('is');
    await user.click(screen.getByRole('button', { name: 'Velja dag: Day' }));
    const calendar = within(await screen.findByRole('dialog', { name: 'Velja dag: Day' }));
    const today = await calendar.findByRole('button', { name: 'þriðjudagur, 1. september 2026, í dag' });
    expect(calendar.getByRole('button', { name: 'Fyrri mánuður' })).toBeInTheDocument();
    expect(calendar.getByRole('button', { name: 'Næsti mánuður' })).toBeInTheDocument();
    expect(calendar.getAllByRole('button')).toHaveLength(2 + 30);
    await user.click(today);
    await user.click(screen.getByRole('button', { name: 'Velja dag: Day' }));
    expect(
      await screen.findByRole('button', { name: 'þriðjudagur, 1. september 2026, í dag, valinn' }),
    ).toHaveTextContent('1');
  });
});
