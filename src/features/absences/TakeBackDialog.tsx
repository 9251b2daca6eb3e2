import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spanText } from '../../../contract/wallSpan.ts';
import { isInForce } from '../../../contract/absenceNames.ts';
import type { Absence } from '../../../contract/absences.ts';
import { absences } from '#api/absences.ts';
import { ApiError } from '#api/problem.ts';
import { useSaved } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { Switch } from '#ui/Switch.tsx';
import { toast } from '#ui/toast.ts';
import { touched } from './resource.ts';
import { usePreview } from './usePreview.ts';

/**
 * Asks before an absence is taken back. Names the shifts that count again, and offers to put back shifts that were called off; those
 * called off since the absence was entered are chosen.
 */
export function TakeBackDialog({
  absence,
  isOpen,
  onClose,
}: {
  absence: Absence;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(['absences', 'errors']);
  const { dates, list } = useFormats();
  const errorMessage = useErrorMessage();
  const saved = useSaved();
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const { preview, error, again } = usePreview(isOpen ? { absence: absence.id } : null);
  const nameOf = (shift: { date: string; time_from: string; time_to: string }) =>
    `${dates.weekday(shift.date)} ${dates.day(shift.date)}, ${spanText(shift)}`;
  const calledOff = preview?.called_off ?? [];
  const possible = calledOff.filter(({ reasons }) => reasons.length === 0);
  const isChosen = ({ shift: { id }, suggested }: (typeof calledOff)[number]) => chosen[id] ?? suggested;
  const putBack = possible.filter(isChosen).map(({ shift: { id } }) => id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('asks.take_back', { name: absence.person_name })}
      confirm={t('acts.take_back')}
      isReady={preview !== null || error !== null}
      act={async () => {
        let after: Absence;
        try {
          after = await absences.takeBack(absence, putBack);
        } catch (thrown) {
          // Somebody may have planned meanwhile.
          again();
          throw thrown;
        }
        onClose();
        toast({ title: t('done.taken_back'), tone: 'success' });
        await saved(absences.one(after.id), after, ...touched);
      }}
    >
      <Stack $gap={3}>
        <p>{t('tells.take_back')}</p>
        {error !== null && <Banner tone="warning">{errorMessage(error)}</Banner>}
        {!preview && error === null && <Skeleton height="40px" />}
        {preview && isInForce(absence.state) && preview.shifts.length > 0 && (
          <p>{t('countAgain', { shifts: list(preview.shifts.map(nameOf)) })}</p>
        )}
        {calledOff.length > 0 && <p>{t('calledOff')}</p>}
        {calledOff.map((found) => {
          const {
            shift,
            reasons: [reason],
          } = found;
          return reason === undefined ? (
            <Switch
              key={shift.id}
              label={t('putBack', { shift: nameOf(shift) })}
              isSelected={isChosen(found)}
              onChange={(isOn) => setChosen({ ...chosen, [shift.id]: isOn })}
            />
          ) : (
            <p key={shift.id}>{t('staysOff', { shift: nameOf(shift), reason: errorMessage(new ApiError(reason)) })}</p>
          );
        })}
      </Stack>
    </ConfirmDialog>
  );
}
