import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schedule } from '../../../contract/schedules.ts';
import type { CalendarBooking, CalendarMonth, Shift } from '../../../contract/shifts.ts';
import type { Page } from '#api/collection.ts';
import { useAmend, useInvalidate, useQuery } from '#api/query.ts';
import { schedules } from '#api/schedules.ts';
import { calendar, type CalendarPerson, shifts } from '#api/shifts.ts';
import { OtherEditors } from '#crud/OtherEditors.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { withSaved } from './layout.ts';
import { PanelTitle } from './PanelTitle.ts';
import type { Proposal } from './proposal.ts';
import { Refusal } from './Refusal.tsx';
import { affectedBy, removeShift, type Scope } from './scope.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { ShiftFacts } from './ShiftFacts.tsx';
import { ShiftForm } from './ShiftForm.tsx';
import { useReservedQuestion } from './useReservedQuestion.tsx';
import { useShiftDraft } from './useShiftDraft.ts';

type ShiftPanelProps = {
  id: string;
  /** A move in the calendar that is not saved yet. */
  moved: Proposal | null;
  /** The bookings in it, as far as they are known. */
  bookings: readonly CalendarBooking[];
  onBooking: (id: string) => void;
  onClose: () => void;
};

/** One shift: its facts and acts at the side, and the dialogs that change or delete it. */
export function ShiftPanel({ id, bookings, moved, onBooking, onClose }: ShiftPanelProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const amend = useAmend();
  const { draft } = useShiftDraft(id);
  const [mode, setMode] = useState<'facts' | 'form' | 'delete'>(moved || draft ? 'form' : 'facts');
  const [isLeaving, setLeaving] = useState(false);
  const { data: shift, error } = useQuery(shifts.one(id));
  const { data: schedule, error: lost } = useQuery(shift ? schedules.one(shift.schedule) : null);
  const title = shift ? `${shift.interpreter_name}, ${dates.day(shift.date)}` : t('shift');
  const failure = error ?? lost;
  // A shift moved to another lane names both people, so that the change of person is noticed.
  const formTitle =
    shift && moved && moved.lane.id !== shift.interpreter
      ? t('moveTitle', { from: shift.interpreter_name, to: moved.lane.name, day: dates.day(moved.day) })
      : t('changeTitle', { name: title });
  const done = async (word: 'saved' | 'deleted' | null, saved: Shift | null = null) => {
    // Shown at its new place before the calendar is refetched.
    if (saved)
      await amend(calendar.path, (known: Page<CalendarPerson> | CalendarMonth) =>
        'results' in known ? withSaved(known, saved) : known,
      );
    onClose();
    if (word) toast({ title: t(word), tone: 'success' });
    await invalidate(calendar.path, shifts.path, schedules.path);
  };
  const isForm = mode === 'form' && shift && schedule;
  if (shift && schedule && mode === 'delete')
    return (
      <DeleteShift
        shift={shift}
        schedule={schedule}
        title={title}
        onClose={() => setMode('facts')}
        onDone={() => done('deleted')}
      />
    );
  const waiting = failure ? <Banner tone="danger">{errorMessage(failure)}</Banner> : <Skeleton height="160px" />;
  if (mode === 'form')
    return (
      <Dialog isOpen onClose={isForm ? () => setLeaving(true) : onClose} title={formTitle} size="large">
        {isForm ? (
          <>
            <OtherEditors kind="calendar" record={id} />
            <ShiftForm
              shift={shift}
              schedule={schedule}
              moved={moved}
              draft={draft}
              isLeaving={isLeaving}
              onStay={() => setLeaving(false)}
              onLeave={onClose}
              onCancel={() => setLeaving(true)}
              onDone={(saved) => done(saved.isTaken ? 'saved' : null, saved.shift)}
            />
          </>
        ) : (
          waiting
        )}
      </Dialog>
    );
  return (
    <SidePanel isOpen onClose={onClose} label={title} side="end" isSheet head={<PanelTitle>{title}</PanelTitle>}>
      {shift && schedule ? (
        <ShiftFacts
          shift={shift}
          schedule={schedule}
          bookings={bookings}
          onBooking={onBooking}
          onChange={() => setMode('form')}
          onDelete={() => setMode('delete')}
          onDone={() => done('saved')}
        />
      ) : (
        waiting
      )}
    </SidePanel>
  );
}

type DeleteShiftProps = {
  shift: Shift;
  schedule: Schedule;
  title: string;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Deletes one day, the following days, or the series, after a question. */
function DeleteShift({ shift, schedule, title, onClose, onDone }: DeleteShiftProps) {
  const { t } = useTranslation(['calendar', 'crud']);
  const [scope, setScope] = useState<Scope>('day');
  const [refusal, setRefusal] = useState<unknown>(null);
  const { ask, question } = useReservedQuestion(t('crud:delete'));
  const act = async () => {
    setRefusal(null);
    try {
      const parts = { shift, schedule };
      await ask({
        send: (decisions) => removeShift(scope, parts, decisions),
        affected: () => affectedBy(scope, parts),
      });
    } catch (error) {
      setRefusal(error);
      throw error;
    }
    await onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('crud:deleteTitle', { name: title })}
      confirm={t('crud:delete')}
      act={act}
    >
      <Stack $gap={4}>
        <Refusal error={refusal} shift={shift.id} schedule={scope === 'day' ? null : schedule.id} />
        {schedule.repeat !== 'once' && <ScopeChoice value={scope} onChange={setScope} />}
        <p>{t('crud:deleteText')}</p>
      </Stack>
      {question}
    </ConfirmDialog>
  );
}
