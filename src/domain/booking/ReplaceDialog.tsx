import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Select } from '#ui/Select.tsx';

const nobody = 'nobody';

/**
 * Asks whom a new interpreter replaces on an approved reservation: those who cannot take it, or one of a full team. Replacing
 * nobody is possible, too, and the choice says how many that makes.
 */
export function ReplaceDialog({
  coming,
  team,
  needed,
  act,
  onClose,
}: {
  coming: { id: string; name: string };
  team: Reservation['interpreters'];
  needed: number;
  /** Assigns the ids, and resolves when they are. */
  act: (ids: string[]) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const unable = team.filter(({ obstacle }) => obstacle !== null);
  const first = team.find(({ response }) => response !== 'accepted') ?? team[0];
  const [chosen, setChosen] = useState(first?.id ?? nobody);
  const going = unable.length > 0 ? unable : team.filter(({ id }) => id === chosen);
  const staying = team.filter((member) => !going.includes(member)).map(({ id }) => id);
  const ofNeeded = t('ofNeeded', { number: numbers.count(team.length + 1), needed: numbers.count(needed) });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={
        unable.length > 0
          ? t('replaceAsk', { name: coming.name, others: unable.map(({ name }) => name).join(', ') })
          : t('replaceWhom', { name: coming.name })
      }
      confirm={t('assign')}
      variant={going.length > 0 ? 'danger' : 'primary'}
      act={() => act([...staying, coming.id])}
    >
      {unable.length === 0 && (
        <Select
          label={t('replaced')}
          choices={[
            ...team.map(({ id, name }) => ({ value: id, label: name })),
            { value: nobody, label: t('replacesNobody', { ofNeeded }) },
          ]}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {going.length > 0 && <p>{t('removeText')}</p>}
    </ConfirmDialog>
  );
}
