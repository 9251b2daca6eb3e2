import { Trash2, Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '../../../contract/importKinds.ts';
import type { ImportDetail } from '../../../contract/imports.ts';
import { imports } from '#api/imports.ts';
import { ApiError } from '#api/problem.ts';
import { useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Row } from '#ui/Row.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { Switch } from '#ui/Switch.tsx';
import { toast } from '#ui/toast.ts';

type ActsProps = { detail: ImportDetail; onChanged: () => Promise<void> };

/** What can be done with an import: write it, discard it, undo it. */
export function ImportActs({ detail, onChanged }: ActsProps) {
  const { id, state, counts, undo_until } = detail;
  const { t } = useTranslation('imports');
  const { dates } = useFormats();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'write' | 'discard' | 'undo' | null>(null);
  const close = () => setOpen(null);
  const writes = counts.new + counts.changed;
  return (
    <>
      {state === 'checked' && writes === 0 && <Banner tone="info">{t('nothing')}</Banner>}
      {state === 'written' && undo_until !== null && <p>{t('undoUntil', { when: dates.dateTime(undo_until) })}</p>}
      <Row>
        {state === 'checked' && (
          <Button
            variant="primary"
            icon={<Upload aria-hidden />}
            isDisabled={writes === 0}
            onPress={() => setOpen('write')}
          >
            {t(counts.refused > 0 ? 'writeGood' : 'write')}
          </Button>
        )}
        {state === 'written' && undo_until !== null && (
          <Button variant="destructive" icon={<Undo2 aria-hidden />} onPress={() => setOpen('undo')}>
            {t('undo')}
          </Button>
        )}
        {(state === 'uploaded' || state === 'checked') && (
          <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={() => setOpen('discard')}>
            {t('discard')}
          </Button>
        )}
      </Row>
      {open === 'write' && <WriteDialog detail={detail} onClose={close} onChanged={onChanged} />}
      {open === 'undo' && <UndoDialog detail={detail} onClose={close} onChanged={onChanged} />}
      <ConfirmDialog
        isOpen={open === 'discard'}
        onClose={close}
        title={t('discardTitle')}
        confirm={t('discard')}
        act={async () => {
          await imports.discard(id);
          toast({ title: t('discarded'), tone: 'success' });
          void navigate(paths.imports.list.href());
          await onChanged();
        }}
      >
        <p>{t('discardText')}</p>
      </ConfirmDialog>
    </>
  );
}

type DialogProps = ActsProps & { onClose: () => void };

/** Whether people hear of changes to records of a kind. */
const isInCalendars = (kind: ImportKind): kind is 'shifts' | 'reservations' =>
  kind === 'shifts' || kind === 'reservations';

function WriteDialog({ detail, onClose, onChanged }: DialogProps) {
  const { id, kind, counts, people_to_notify } = detail;
  const { t } = useTranslation('imports');
  const { numbers } = useFormats();
  const [notify, setNotify] = useState(false);
  const isGoodOnly = counts.refused > 0;
  const written = counts.new + counts.changed;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('writeTitle', { count: written, rows: numbers.count(written) })}
      confirm={t(isGoodOnly ? 'writeGood' : 'write')}
      variant="primary"
      act={async () => {
        await imports.write(id, { only_good: isGoodOnly, notify });
        onClose();
        await onChanged();
      }}
    >
      <Stack $gap={4}>
        <p>{t('writeText', { new: numbers.count(counts.new), changed: numbers.count(counts.changed) })}</p>
        {counts.changed > 0 && isInCalendars(kind) && <p>{t(`changesTold.${kind}`)}</p>}
        {people_to_notify > 0 && (
          <Switch
            label={t(kind === 'users' ? 'tell.users' : 'tell.others', { told: numbers.count(people_to_notify) })}
            description={t(kind === 'users' ? 'tellOff.users' : 'tellOff.others')}
            isSelected={notify}
            onChange={setNotify}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

function UndoDialog({ detail: { id, kind, notifies }, onClose, onChanged }: DialogProps) {
  const { t } = useTranslation('imports');
  const { numbers } = useFormats();
  const errorMessage = useErrorMessage();
  const { data, error, isValidating, retry } = useQuery(imports.undoPlan(id));
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('undoTitle')}
      confirm={t('undo')}
      isReady={data !== undefined}
      act={async () => {
        await imports.undo(id);
        onClose();
        await onChanged();
      }}
    >
      <Stack $gap={3}>
        {!data && error !== undefined && (
          <Banner tone="danger" action={<RetryButton isPending={isValidating} onPress={() => void retry()} />}>
            {errorMessage(error)}
          </Banner>
        )}
        {!data && error === undefined && <Skeleton height="40px" />}
        {data && (
          <>
            <p>{t('undoText', { removes: numbers.count(data.removes), restores: numbers.count(data.restores) })}</p>
            {kind === 'users' && data.removes > 0 && <p>{t('undoTold.users')}</p>}
            {isInCalendars(kind) && <p>{t(`undoTold.${kind}.${notifies ? 'all' : 'restored'}`)}</p>}
            {data.left_count > 0 && (
              <>
                <p>{t('undoLeft', { left: numbers.count(data.left_count) })}</p>
                <ul>
                  {data.left.map(({ number, name, code }) => (
                    <li key={number}>
                      {t('line', { number })}: <bdi>{name}</bdi>. {errorMessage(new ApiError(code))}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
