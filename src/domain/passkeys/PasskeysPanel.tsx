import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewPasskey, Passkey } from '../../../contract/passkeys.ts';
import { addPasskey, createPasskey, ownPasskeys, removePasskey } from '#api/passkeys.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { required } from '#ui/form/checks.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';

/** The signed-in person's passkeys: added with a name, and removed. */
export function PasskeysPanel() {
  const { t } = useTranslation('ownSignIn');
  const invalidate = useInvalidate();
  const read = useQuery(ownPasskeys);
  const [made, setMade] = useState<NewPasskey['response'] | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);

  const { run: ask, isRunning: isAsking } = useAct(async () => setMade(await createPasskey()));
  const finish = async () => {
    setMade(null);
    toast({ title: t('passkeys.ready'), tone: 'success' });
    await invalidate(ownPasskeys[0]);
  };
  const remove = async () => {
    await removePasskey(removing ?? '');
    // Other sessions have ended, too.
    await invalidate(ownPasskeys[0], 'auth/sessions/');
    setRemoving(null);
    toast({ title: t('passkeys.removed'), tone: 'success' });
  };
  return (
    <Panel
      title={t('passkeys.title')}
      action={
        <Button icon={<KeyRound aria-hidden />} isPending={isAsking} onPress={() => void ask()}>
          {t('passkeys.add')}
        </Button>
      }
    >
      <Loaded read={read} failed={t('passkeys.failed')} placeholder={<Skeleton height="40px" />}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted as="p">{t('passkeys.none')}</Muted>
          ) : (
            <Rows>
              {results.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey.id)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {made && <NameDialog response={made} onClose={() => setMade(null)} onDone={() => void finish()} />}
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('passkeys.removeTitle')}
        confirm={t('passkeys.remove')}
        act={remove}
      >
        <p>{t('passkeys.removeText')}</p>
      </ConfirmDialog>
    </Panel>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRemove: () => void };

function PasskeyRow({ passkey: { name, added, used }, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation('ownSignIn');
  const { dates } = useFormats();
  return (
    <ListRow>
      <div>
        <div>{name}</div>
        <RowDetail>
          {[
            added && t('passkeys.added', { when: dates.dateTime(added) }),
            used && t('sessions.used', { when: dates.dateTime(used) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </RowDetail>
      </div>
      <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </ListRow>
  );
}

type NameDialogProps = { response: NewPasskey['response']; onClose: () => void; onDone: () => void };

/** Asks for the name of a new passkey, and stores it. */
function NameDialog({ response, onClose, onDone }: NameDialogProps) {
  const { t } = useTranslation(['ownSignIn', 'crud']);
  return (
    <FormDialog
      title={t('passkeys.add')}
      onClose={onClose}
      label={t('passkeys.add')}
      hasLegend={false}
      initialValues={{ name: '' }}
      onSubmit={async ({ name }) => {
        await addPasskey({ name: name.trim(), response });
      }}
      onDone={onDone}
      submit={t('crud:save')}
    >
      <FormTextField
        name="name"
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        validate={required}
        maxLength={60}
        autoFocus
      />
    </FormDialog>
  );
}
