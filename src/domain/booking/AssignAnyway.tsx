import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { TextField } from '#ui/TextField.tsx';

/** Assigns an interpreter who speaks none of the requested languages, with a reason that is kept. */
export function AssignAnyway({
  candidate: { interpreter: id, interpreter_name: name },
  isBusy,
  onAssign,
}: {
  candidate: FreeInterpreter;
  isBusy: boolean;
  /** Resolves when they are assigned. */
  onAssign: (interpreter: { id: string; name: string }, reason: string) => Promise<void>;
}) {
  const { t } = useTranslation('reservations');
  const [reason, setReason] = useState<string | null>(null);
  const given = reason?.trim() ?? '';
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        isDisabled={isBusy}
        aria-label={t('anywayNamed', { name })}
        onPress={() => setReason('')}
      >
        {t('anyway')}
      </Button>
      <ConfirmDialog
        isOpen={reason !== null}
        onClose={() => setReason(null)}
        title={t('anywayAsk', { name })}
        confirm={t('assign')}
        variant="primary"
        isReady={given.length >= bounds.reason.min}
        act={async () => {
          await onAssign({ id, name }, given);
          setReason(null);
        }}
      >
        <TextField
          label={t('anywayReason')}
          description={t('anywayHint')}
          isRequired
          maxLength={bounds.reason.max}
          value={reason ?? ''}
          onChange={setReason}
        />
      </ConfirmDialog>
    </>
  );
}
