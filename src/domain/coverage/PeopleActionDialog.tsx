import { TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AffectedQuery, CoverageDecision } from '../../../contract/coverage.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { useFormValues, useSubmitting } from '#ui/form/formState.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useDecisions } from './useDecisions.ts';

const DecisionTable = lazy(async () => ({
  default: (await loadChunk(() => import('./DecisionTable.tsx'))).DecisionTable,
}));

export type PeopleActionDialogProps<Values extends Record<string, unknown>> = {
  isOpen: boolean;
  onClose: () => void;
  /** The question, which names the people. */
  title: string;
  /** The label of the button. */
  confirm: string;
  /** The query for the effects: the action, the people, and the new role if it changes. */
  query: AffectedQuery;
  /** The initial values of `children`, the fields of the action. */
  initialValues: Values;
  /** The end of a suspension from the form's values; undefined while it is not valid. */
  expiresOf?: (values: Values) => string | null | undefined;
  /** Runs the action. If it rejects, the dialog shows the error, and the person can try again. */
  send: (values: Values, decisions: CoverageDecision[] | undefined) => Promise<void>;
  /** Called after success, when the dialog has closed. */
  onDone?: () => void;
  children?: ReactNode;
};

/**
 * The dialog before an action on people: shows its effects on others, and asks for a decision about every approved reservation
 * that would lose its coverage.
 */
export function PeopleActionDialog<Values extends Record<string, unknown>>({
  isOpen,
  onClose,
  title,
  ...act
}: PeopleActionDialogProps<Values>) {
  return (
    <Dialog role="alertdialog" size="wide" isOpen={isOpen} onClose={onClose} title={title}>
      <Act {...act} onClose={onClose} />
    </Dialog>
  );
}

function Act<Values extends Record<string, unknown>>({
  onClose,
  confirm,
  query,
  initialValues,
  expiresOf,
  send,
  onDone,
  children,
}: Omit<PeopleActionDialogProps<Values>, 'isOpen' | 'title'>) {
  const invalidate = useInvalidate();
  const decided = useRef<CoverageDecision[]>([]);
  return (
    <Form
      initialValues={initialValues}
      hasSummary={false}
      onSubmit={async (values) => {
        try {
          await send(values, decided.current.length > 0 ? decided.current : undefined);
        } catch (error) {
          // Somebody may have made or moved reservations meanwhile.
          await invalidate(affectedPath, 'interpreters/free/');
          throw error;
        }
      }}
      onDone={() => {
        onClose();
        onDone?.();
      }}
    >
      <Consequences<Values>
        query={query}
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
  query,
  expiresOf,
  confirm,
  onClose,
  onDecide,
  children,
}: Pick<PeopleActionDialogProps<Values>, 'query' | 'expiresOf' | 'confirm' | 'onClose' | 'children'> & {
  onDecide: (decisions: CoverageDecision[]) => void;
}) {
  const { t } = useTranslation('users');
  const { numbers } = useFormats();
  const values = useFormValues<Values>();
  const typed = expiresOf?.(values);
  const isSubmitting = useSubmitting();
  const [expires, setExpires] = useState(typed);
  if (typed !== undefined && typed !== expires) setExpires(typed);
  // People who are being deleted are not queried any more; the last answer stays visible.
  const read = users.affected(expires ? { ...query, expires } : query);
  const { data, error, isLoading, isValidating, retry } = useQuery(isSubmitting ? null : read);
  const decisions = useDecisions(data?.reservations ?? [], query.id);
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
          <DecisionTable decisions={decisions} />
        </Suspense>
      )}
      <FormActs onCancel={onClose} variant="danger" icon={<TriangleAlert aria-hidden />} isDisabled={!isReady}>
        {confirm}
      </FormActs>
    </>
  );
}
