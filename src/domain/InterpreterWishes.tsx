import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../contract/bounds.ts';
import { type Preference, preferences } from '../../contract/preferenceNames.ts';
import type { PreferencesQuery } from '../../contract/preferences.ts';
import { preferencesOf, putPreference, removePreference } from '#api/preferences.ts';
import { ApiError } from '#api/problem.ts';
import { useMutation, useQuery } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Row } from '#ui/Row.ts';
import { SearchSelect } from '#ui/SearchSelect.tsx';
import { type Choice, Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useRecordSearchChoices } from './useRecordSearchChoices.ts';

/** The answers that depend on wishes. */
const touched = ['preferences/', 'interpreters/free/', reservations.path];

/** A backend without these routes offers no wishes. */
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Whom a customer or a partner prefers, and whom they never want again, for planners. The page needs the namespace
 * `reservations`.
 */
export function InterpreterWishes({ owner }: { owner: PreferencesQuery }) {
  const { t } = useTranslation('reservations');
  const hasReservations = useFlag('reservations');
  const plans = useMayWrite('reservations');
  const { data, error, isValidating, retry } = useQuery(hasReservations && plans ? preferencesOf(owner) : null);
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const { run } = useMutation(removePreference, touched);
  if (!hasReservations || !plans || isMissing(error)) return null;
  return (
    <Panel title={t('wishes.title')}>
      <Muted as="p" $isCompact>
        {t('wishes.text')}
      </Muted>
      {!data && error === undefined && <Skeleton height="40px" />}
      {!data && error !== undefined && (
        <Banner tone="danger" action={<RetryButton isPending={isValidating} onPress={() => void retry()} />}>
          {t('wishes.failed')}
        </Banner>
      )}
      {data?.results.length === 0 && <p>{t('wishes.none')}</p>}
      {data && data.results.length > 0 && (
        <Stack as="ul" $gap={2} aria-label={t('wishes.title')}>
          {data.results.map(({ id, interpreter_name: name, preference, reason }) => (
            <Row as="li" key={id}>
              <span>{name}</span>
              <Badge tone={preference === 'preferred' ? 'success' : 'danger'}>{t(`wishes.${preference}`)}</Badge>
              {reason && <Muted $isCompact>{reason}</Muted>}
              <IconButton label={t('wishes.remove', { name })} onPress={() => setRemoving({ id, name })}>
                <Trash2 aria-hidden />
              </IconButton>
            </Row>
          ))}
        </Stack>
      )}
      {data && <NewWish owner={owner} />}
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('wishes.removeAsk', { name: removing?.name })}
        confirm={t('remove')}
        act={async () => {
          if (!removing) return;
          await run(removing.id);
          setRemoving(null);
          toast({ title: t('wishes.removed', { name: removing.name }), tone: 'success' });
        }}
      >
        <p>{t('wishes.removeText')}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function NewWish({ owner }: { owner: PreferencesQuery }) {
  const { t } = useTranslation(['reservations', 'crud']);
  const errorMessage = useErrorMessage();
  const interpreters = useRecordSearchChoices('interpreter', true);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [preference, setPreference] = useState<Preference>('preferred');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const { run, isRunning } = useMutation(putPreference, touched);
  const save = async ({ value: interpreter, label: name }: Choice) => {
    setFailure(undefined);
    try {
      const given = preference === 'never' && reason.trim() !== '' ? reason.trim() : null;
      await run({ ...owner, interpreter, preference, reason: given });
      setChosen(null);
      setReason('');
      toast({ title: t('wishes.saved', { name }), tone: 'success' });
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <Stack $gap={3}>
      <SearchSelect
        label={t('crud:pick.interpreter')}
        {...interpreters}
        value={chosen}
        onChange={setChosen}
        nothingFound={t('crud:nothingFound')}
        errorMessage={failure}
      />
      <Select<Preference>
        label={t('wishes.wish')}
        choices={preferences.map((value) => ({ value, label: t(`wishes.${value}`) }))}
        value={preference}
        onChange={setPreference}
      />
      {preference === 'never' && (
        <TextField label={t('wishes.reason')} maxLength={bounds.reason.max} value={reason} onChange={setReason} />
      )}
      <Row>
        <Button isDisabled={isRunning || chosen === null} onPress={() => chosen && void save(chosen)}>
          {t('wishes.save')}
        </Button>
      </Row>
    </Stack>
  );
}
