import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AffectedQuery, CoverageDecision } from '../../../contract/coverage.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { overviewDay } from '#api/overview.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { users } from '#api/users.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { useSubmitting } from '#ui/form/useSubmitting.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useDecisions } from './useDecisions.ts';

const DecisionList = lazy(async () => ({
  default: (await loadChunk(() => import('./DecisionList.tsx'))).DecisionList,
}));

export type PeopleActProps<Values extends Record<string, unknown>> = {
  isOpen: boolean;
  onClose: () => void;
  /** Asks, and names whom. */
  title: string;
  /** What the act is called on its button. */
  confirm: string;
  /** What is asked of the server before: the act, the people, and for a change of role which one. */
  asked: AffectedQuery;
  /** What `children`, the fields of the act, begin with. */
  initialValues: Values;
  /** When a suspension ends by what is typed; undefined while that cannot be read. */
  expiresOf?: (values: Values) => string | null | undefined;
  /** Does the act. What it rejects with is told in the dialog, and it can be tried again. */
  send: (values: Values, decisions: CoverageDecision[]) => Promise<void>;
  /** Once it is done; the dialog has closed. */
  onDone?: () => void;
  children?: ReactNode;
};

/**
 * Asks before an act on people: says what it takes from whom, and has it decided what becomes of every approved reservation that
 * would lose its coverage.
 */
export function PeopleAct<Values extends Record<string, unknown>>({
  isOpen,
  onClose,
  title,
  ...act
}: PeopleActProps<Values>) {
  return (
    <Dialog role="alertdialog" size="large" isOpen={isOpen} onClose={onClose} title={title}>
      <Act {...act} onClose={onClose} />
    </Dialog>
  );
}

function Act<Values extends Record<string, unknown>>({
  onClose,
  confirm,
  asked,
  initialValues,
  expiresOf,
  send,
  onDone,
  children,
}: Omit<PeopleActProps<Values>, 'isOpen' | 'title'>) {
  const invalidate = useInvalidate();
  const decided = useRef<CoverageDecision[]>([]);
  return (
    <Form
      initialValues={initialValues}
      hasSummary={false}
      onSubmit={async (values) => {
        try {
          await send(values, decided.current);
        } catch (error) {
          // Somebody may have booked, or taken another booking, in the meantime.
          await invalidate(affectedPath, 'interpreters/free/');
          throw error;
        }
      }}
      onDone={() => {
        onClose();
        onDone?.();
        void invalidate(users.path, reservations.path, calendar.path, shifts.path, overviewDay[0], 'interpreters/');
      }}
    >
      <Consequences<Values>
        asked={asked}
        expiresOf={expiresOf}
        confirm={confirm}
        onClose={onClose}
        onDecide={(decisions) => {
          decided.current = decisions;
        }}
      >
        {children}
      </Consequences>
    </Form>
  );
}

const affectedPath = `${users.path}affected/`;

function Consequences<Values extends Record<string, unknown>>({
  asked,
  expiresOf,
  confirm,
  onClose,
  onDecide,
  children,
}: Pick<PeopleActProps<Values>, 'asked' | 'expiresOf' | 'confirm' | 'onClose' | 'children'> & {
  onDecide: (decisions: CoverageDecision[]) => void;
}) {
  const { t } = useTranslation(['users', 'crud']);
  const { numbers } = useFormats();
  const typed = expiresOf?.(useFormValues<Values>());
  const isSubmitting = useSubmitting();
  const [expires, setExpires] = useState(typed);
  if (typed !== undefined && typed !== expires) setExpires(typed);
  // Nothing is asked about people who are being deleted; what was answered last stays in sight.
  const read = users.affected(expires ? { ...asked, expires } : asked);
  const { data, error, isLoading, isValidating, retry } = useQuery(isSubmitting ? null : read);
  const decisions = useDecisions(data?.reservations ?? [], asked.id);
  const { plans } = decisions;
  useEffect(() => onDecide(plans.map(({ decision }) => decision)));
  const isReady = data !== undefined && !isLoading && decisions.isReady;
  const counts = data && [
    { label: t('affects.reservations'), number: data.reservations.length },
    { label: t('affects.pending'), number: data.pending },
    { label: t('affects.shifts'), number: data.shifts },
    { label: t('affects.people'), number: data.people },
  ];
  return (
    <>
      {children}
      {!data && error === undefined && (
        <div role="status" aria-label={t('affects.loading')}>
          <Skeleton height="96px" />
        </div>
      )}
      {!data && error !== undefined && (
        <FailedState
          headingLevel={3}
          title={t('affects.failed')}
          error={error}
          isRetrying={isValidating}
          onRetry={() => void retry()}
        />
      )}
      {counts?.every(({ number }) => number === 0) && <p>{t('affects.nothing')}</p>}
      {counts?.some(({ number }) => number > 0) && (
        <Facts aria-label={t('affects.title')}>
          {counts.flatMap(({ label, number }) => [
            <dt key={label}>{label}</dt>,
            <dd key={`${label} number`}>{numbers.count(number)}</dd>,
          ])}
        </Facts>
      )}
      {plans.length > 0 && (
        <Suspense fallback={<Skeleton height="160px" />}>
          <DecisionList of={decisions} />
        </Suspense>
      )}
      <FormActs>
        <Button onPress={onClose}>{t('crud:cancel')}</Button>
        <SubmitButton variant="danger" isDisabled={!isReady}>
          {confirm}
        </SubmitButton>
      </FormActs>
    </>
  );
}
