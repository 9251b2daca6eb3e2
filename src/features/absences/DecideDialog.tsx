import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Absence } from '../../../contract/absences.ts';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import { absences } from '#api/absences.ts';
import { useSaved } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { useFailureOf } from '#ui/useAct.ts';
import { Consequences, countsOf } from './Consequences.tsx';
import { touched } from './resource.ts';
import { usePreview } from './usePreview.ts';

/** Decides in one act about all bookings that an absence takes somebody from. */
export function DecideDialog({
  absence,
  act,
  onClose,
}: {
  absence: Absence;
  act: 'approve' | 'decide';
  onClose: () => void;
}) {
  const { t } = useTranslation(['absences', 'crud']);
  const { numbers } = useFormats();
  const errorMessage = useErrorMessage();
  const saved = useSaved();
  const { preview, error, again } = usePreview({ absence: absence.id });
  const [decisions, setDecisions] = useState<BookingDecision[] | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const showFailure = useFailureOf(setFailure);
  const send = async () => {
    if (!decisions) return;
    setRunning(true);
    setFailure(null);
    try {
      const after = await absences.decide(absence, act, decisions);
      const { replaced, short } = countsOf(decisions);
      toast({
        title: t(`done.${after.state}`),
        description: t('done.decided', { replaced: numbers.count(replaced), short: numbers.count(short) }),
        tone: 'success',
      });
      await saved(absences.one(after.id), after, ...touched);
      onClose();
    } catch (thrown) {
      showFailure(thrown);
      // Somebody may have booked meanwhile.
      again();
    }
    setRunning(false);
  };
  const shown = failure ?? error;
  return (
    <Dialog
      role="alertdialog"
      size="wide"
      isOpen
      onClose={onClose}
      title={t(`asks.${act}`, { name: absence.person_name })}
      actions={
        <>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <Button
            variant="primary"
            isPending={isRunning}
            isDisabled={!decisions || !preview}
            onPress={() => void send()}
          >
            {t(`acts.${act}`)}
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        {shown !== null && (
          <Banner tone="danger" isUrgent>
            {errorMessage(shown)}
          </Banner>
        )}
        {!preview && error === null && <Skeleton height="160px" />}
        {preview && <Consequences preview={preview} onDecide={setDecisions} />}
      </Stack>
    </Dialog>
  );
}
