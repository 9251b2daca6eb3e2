import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Select } from '#ui/Select.tsx';
import { newMember } from './nextAct.ts';
import { peopleTold } from './peopleTold.ts';

const nobody = 'nobody';

/**
 * Asks whom a new interpreter replaces on a reservation: `leaving`, and those who cannot take it if it is approved; else one of the
 * team. Replacing nobody is possible, too, and the choice says how many that makes.
 */
export function ReplaceDialog({
  reservation,
  coming,
  leaving,
  act,
  onClose,
}: {
  reservation: Reservation;
  coming: { id: string; name: string };
  /** The id of somebody whom they replace in any case. */
  leaving?: string;
  /** Assigns the ids, and resolves when they are. */
  act: (ids: string[]) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('reservations');
  const { list, numbers } = useFormats();
  const { status, interpreters, interpreters_needed } = reservation;
  const team = interpreters.filter(takesPart);
  const certain = team.filter(({ id, obstacle }) => id === leaving || (status === 'approved' && obstacle !== null));
  const first = team.find(({ response }) => response !== 'accepted') ?? team[0];
  const [chosen, setChosen] = useState(first?.id ?? nobody);
  const going = certain.length > 0 ? certain : team.filter(({ id }) => id === chosen);
  const staying = team.filter((member) => !going.includes(member));
  const concerned = peopleTold(reservation, [...staying, newMember(coming)], { isDecision: false });
  const ofNeeded = t('ofNeeded', {
    number: numbers.count(team.length + 1),
    needed: numbers.count(interpreters_needed),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={
        certain.length > 0
          ? t('replaceAsk', { name: coming.name, others: certain.map(({ name }) => name).join(', ') })
          : t('replaceWhom', { name: coming.name })
      }
      confirm={t(status === 'approved' ? 'assign' : 'ask')}
      variant={going.length > 0 ? 'danger' : 'primary'}
      act={() => act([...staying.map(({ id }) => id), coming.id])}
    >
      {certain.length === 0 && (
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
      <Muted as="p">{t('tellsPeople', { names: list(concerned.map(({ name }) => name)) })}</Muted>
    </ConfirmDialog>
  );
}
