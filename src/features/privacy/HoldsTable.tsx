import { Unlock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LegalHold } from '../../../contract/privacy.ts';
import { privacy } from '#api/privacy.ts';
import { useInvalidate } from '#api/query.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import { WideTable } from '#ui/WideTable.ts';

type HoldsTableProps = {
  holds: readonly LegalHold[];
  /** The cell with the person; without it, the table has no such column. */
  renderPerson?: (hold: LegalHold) => ReactNode;
};

/** Legal holds, with a button that ends those in force. */
export function HoldsTable({ holds, renderPerson }: HoldsTableProps) {
  const { t } = useTranslation('privacy');
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const [ending, setEnding] = useState<LegalHold | null>(null);
  const end = async () => {
    if (!ending) return;
    await privacy.endHold(ending.id);
    await invalidate(privacy.path);
    setEnding(null);
    toast({ title: t('holdEnded'), tone: 'success' });
  };
  return (
    <>
      <WideTable aria-label={t('holds')}>
        <thead>
          <tr>
            {renderPerson && <th scope="col">{t('person')}</th>}
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('since')}</th>
            <th scope="col">{t('ends')}</th>
            <th scope="col">{t('by')}</th>
            <th scope="col">{t('act')}</th>
          </tr>
        </thead>
        <tbody>
          {holds.map((hold) => (
            <tr key={hold.id}>
              {renderPerson && <th scope="row">{renderPerson(hold)}</th>}
              <td data-label={t('reason')}>{hold.reason}</td>
              <td data-label={t('since')}>
                <DateTime at={hold.created} />
              </td>
              <td data-label={t('ends')}>
                {hold.lifted ? (
                  <DateTime at={hold.lifted} />
                ) : (
                  <time dateTime={hold.ends}>{dates.lastDay(hold.ends)}</time>
                )}
              </td>
              <td data-label={t('by')}>{hold.created_by_name ?? '–'}</td>
              <td>
                {hold.in_force ? (
                  <Button
                    variant="destructive"
                    size="small"
                    icon={<Unlock aria-hidden />}
                    onPress={() => setEnding(hold)}
                  >
                    {t('endHold')}
                  </Button>
                ) : (
                  t('ended')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t('endHoldTitle', { name: ending?.person_name ?? '' })}
        confirm={t('endHold')}
        act={end}
      >
        <p>{t('endHoldText')}</p>
      </ConfirmDialog>
    </>
  );
}
