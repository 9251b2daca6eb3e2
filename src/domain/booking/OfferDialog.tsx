import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { suggestedDeadline } from '../../../contract/offerDeadline.ts';
import type { FreeInterpreter, OfferNext, Reservation } from '../../../contract/reservations.ts';
import { useQuery, useSaved } from '#api/query.ts';
import { readyFor, reservations } from '#api/reservations.ts';
import { calendar } from '#api/shifts.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogActs } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { FormWhen } from '#ui/form/FormWhen.tsx';
import { useFormValue } from '#ui/form/formState.ts';
import { Loaded } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';

const minute = 60_000;

/** The times to answer that are offered besides the suggested one, in minutes. */
const waits = [15, 30, 60, 120, 240, 480, 1440, 2880] as const;

/** The number of people of the middle choice. */
const few = 3;

/** The deadlines to choose from: the suggested one, and others before the reservation starts. */
function deadlinesFor(now: Date, starts: Date): string[] {
  const others = waits
    .map((wait) => new Date(Math.floor((now.getTime() + wait * minute) / minute) * minute))
    .filter((end) => end < starts);
  const all = [suggestedDeadline(now, starts), ...others].map((end) => end.toISOString());
  return [...new Set(all)].toSorted();
}

type Whom = 'named' | 'best' | 'everybody';

type Values = {
  whom: Whom;
  person: string | null;
  deadline: string;
  approves: boolean;
  next: OfferNext;
  message: string;
};

/** Those to whom the offer is made. Who has declined is asked again only by name. */
function chosenOf({ whom, person }: Pick<Values, 'whom' | 'person'>, ready: readonly FreeInterpreter[]) {
  if (whom === 'named') return ready.filter(({ interpreter }) => interpreter === person);
  const suitable = ready.filter(({ response }) => response === null);
  return whom === 'best' ? suitable.slice(0, few) : suitable;
}

/** Offers a reservation: to whom, until when, whether accepting approves it, and what follows otherwise. */
export function OfferDialog({
  reservation,
  person = null,
  onClose,
}: {
  reservation: Reservation;
  /** The id of the interpreter to whom it is offered first; null: none is chosen yet. */
  person?: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('reservations');
  const read = useQuery(readyFor(reservation.id));
  return (
    <Dialog isOpen onClose={onClose} title={t('offering.title', { name: reservation.name })}>
      <Loaded read={read} failed={t('freeFailed')} headingLevel={3} placeholder={<Skeleton height="240px" />}>
        {({ results }) => <OfferForm reservation={reservation} person={person} ready={results} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

type OfferFormProps = {
  reservation: Reservation;
  person: string | null;
  ready: readonly FreeInterpreter[];
  onClose: () => void;
};

function OfferForm({ reservation, person, ready, onClose }: OfferFormProps) {
  const { t } = useTranslation(['reservations', 'crud']);
  const { dates } = useFormats();
  const saved = useSaved();
  const [now] = useState(() => new Date());
  const starts = new Date(reservation.start);
  if (ready.length === 0) {
    return (
      <>
        <p>{t('offering.nobody')}</p>
        <DialogActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
        </DialogActs>
      </>
    );
  }
  const everybody = chosenOf({ whom: 'everybody', person: null }, ready).length;
  const initialValues: Values = {
    whom: person !== null ? 'named' : everybody > few ? 'best' : everybody > 0 ? 'everybody' : 'named',
    person: person ?? ready[0]?.interpreter ?? null,
    deadline: suggestedDeadline(now, starts).toISOString(),
    approves: true,
    next: 'planners',
    message: '',
  };
  return (
    <Form
      initialValues={initialValues}
      hasSummary={false}
      onSubmit={async ({ message, deadline, approves, next, ...chosen }: Values) => {
        const answer = await reservations.offer(reservation, {
          interpreters: chosenOf(chosen, ready).map(({ interpreter }) => interpreter),
          deadline,
          approves,
          next,
          message: message.trim() || null,
        });
        await saved(reservations.one(answer.id), answer, reservations.path, calendar.path);
      }}
      onDone={() => {
        onClose();
        toast({ title: t('offering.done', { name: reservation.name }), tone: 'success' });
      }}
    >
      <WhomFields ready={ready} everybody={everybody} />
      <Told ready={ready} />
      <FormSelect
        name="deadline"
        label={t('offering.deadline')}
        choices={deadlinesFor(now, starts).map((value) => ({ value, label: dates.dateTime(value) }))}
      />
      {reservation.status === 'pending' && (
        <FormSwitch name="approves" label={t('offering.approves')} description={t('offering.approvesHint')} />
      )}
      <FormRadioGroup
        name="next"
        label={t('offering.next')}
        choices={[
          { value: 'planners', label: t('offering.nexts.planners') },
          { value: 'everybody', label: t('offering.nexts.everybody') },
        ]}
      />
      <FormTextArea
        name="message"
        label={t('said')}
        description={t('offering.messageHint')}
        maxLength={bounds.answer}
      />
      <FormActs onCancel={onClose} variant="primary">
        {t('offering.send')}
      </FormActs>
    </Form>
  );
}

/** To whom the offer is made; `everybody` is how many that would be. */
function WhomFields({ ready, everybody }: { ready: readonly FreeInterpreter[]; everybody: number }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const choices: { value: Whom; label: string }[] = [
    { value: 'named', label: t('offering.named') },
    ...(everybody > few ? [{ value: 'best' as const, label: t('offering.best') }] : []),
    ...(everybody > 0
      ? [{ value: 'everybody' as const, label: t('offering.everybody', { number: numbers.count(everybody) }) }]
      : []),
  ];
  return (
    <>
      <FormRadioGroup name="whom" label={t('offering.whom')} choices={choices} />
      <FormWhen name="whom" is="named">
        <FormSelect
          name="person"
          label={t('offering.person')}
          choices={ready.map(({ interpreter, interpreter_name }) => ({ value: interpreter, label: interpreter_name }))}
        />
      </FormWhen>
    </>
  );
}

/** Who gets a message now. */
function Told({ ready }: { ready: readonly FreeInterpreter[] }) {
  const { t } = useTranslation('reservations');
  const whom = useFormValue<Whom>('whom');
  const person = useFormValue<string | null>('person');
  const names = chosenOf({ whom, person }, ready).map(({ interpreter_name }) => interpreter_name);
  return <Muted as="p">{t('offering.told', { names: names.join(', ') })}</Muted>;
}
