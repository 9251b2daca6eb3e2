import { Download, Eraser, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { PersonPrivacy, StoredData } from '../../../contract/privacy.ts';
import { type PersonOutput, personOutputs } from '../../../contract/privacyNames.ts';
import { erasures, privacy } from '#api/privacy.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { usePeopleChanged } from '#domain/coverage/usePeopleChanged.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseDay } from '#lib/dates.ts';
import { useNavigate } from '#lib/router.ts';
import { saveFile } from '#lib/saveFile.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { required } from '#ui/form/checks.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { reason } from '#ui/form/recordChecks.ts';
import { Loaded } from '#ui/Loaded.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';
import { WideTable } from '#ui/WideTable.ts';
import { HoldsTable } from './HoldsTable.tsx';

/** What is stored about a person, with its export, legal holds and erasure. */
export function PersonData({ id }: { id: string }) {
  const { t } = useTranslation('privacy');
  const read = useQuery(privacy.person(id));
  return (
    <Loaded read={read} failed={t('failed')} placeholder={<Skeleton height="240px" />}>
      {(person) => (
        <>
          <Panel title={t('stored')} action={<ExportPerson id={id} />}>
            <Stored data={person.data} />
          </Panel>
          <Holds person={person} />
          <ErasePerson person={person} />
        </>
      )}
    </Loaded>
  );
}

function Stored({ data }: { data: StoredData[] }) {
  const { t } = useTranslation('privacy');
  const { numbers } = useFormats();
  return (
    <WideTable aria-label={t('stored')}>
      <thead>
        <tr>
          <th scope="col">{t('kind')}</th>
          <th scope="col">{t('count')}</th>
          <th scope="col">{t('since')}</th>
          <th scope="col">{t('kept')}</th>
          <th scope="col">{t('onErasure')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ kind, handling, count, since, kept_days, held }) => (
          <tr key={`${kind} ${handling}`}>
            <th scope="row">{t(`kinds.${kind}`)}</th>
            <td data-label={t('count')}>{numbers.count(count)}</td>
            <td data-label={t('since')}>{since ? <DateTime at={since} /> : '–'}</td>
            <td data-label={t('kept')}>
              {kept_days === null ? t('keptUntilDeleted') : t('keptDays', { count: kept_days })}
            </td>
            <td data-label={t('onErasure')}>
              {t(`handlings.${handling}`)}
              {held > 0 && <Muted as="p">{t('held', { number: numbers.count(held) })}</Muted>}
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function Holds({ person: { id, name, holds, deleted } }: { person: PersonPrivacy }) {
  const { t } = useTranslation('privacy');
  return (
    <Panel title={t('holds')} action={deleted === null && <HoldPerson id={id} name={name} />}>
      {holds.length === 0 ? <Muted as="p">{t('noHolds')}</Muted> : <HoldsTable holds={holds} />}
    </Panel>
  );
}

/** Saves all data about a person as a file. */
function ExportPerson({ id }: { id: string }) {
  const { t } = useTranslation('privacy');
  const { run: save, isRunning } = useAct(async (output: PersonOutput) => {
    saveFile(`person.${output}`, await privacy.file(id, output));
    toast({ title: t('exported'), tone: 'success' });
  });
  return (
    <Menu
      label={t('export')}
      trigger={
        <Button icon={<Download aria-hidden />} isPending={isRunning}>
          {t('export')}
        </Button>
      }
    >
      {personOutputs.map((output) => (
        <MenuItem key={output} id={output} onAction={() => void save(output)}>
          {t(`outputs.${output}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The button and the dialog that put a person under a legal hold. */
function HoldPerson({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('privacy');
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<Lock aria-hidden />} onPress={() => setOpen(true)}>
        {t('hold')}
      </Button>
      <FormDialog
        isOpen={isOpen}
        title={t('holdTitle', { name })}
        onClose={close}
        initialValues={{ reason: '', ends: '' }}
        onSubmit={async (values) => {
          const day = parseDay(values.ends) ?? dates.today();
          await privacy.hold(id, { reason: values.reason.trim(), ends: dates.endOfDay(day) });
        }}
        onDone={() => {
          close();
          toast({ title: t('holdSet', { name }), tone: 'success' });
          void invalidate(privacy.path);
        }}
        submit={t('hold')}
      >
        <p>{t('holdText')}</p>
        <FormTextField name="reason" label={t('reason')} validate={reason} maxLength={bounds.reason.max} autoFocus />
        <FormDayField name="ends" label={t('lastDay')} min={dates.today()} />
      </FormDialog>
    </>
  );
}

/** Explains what an erasure does, and erases a person after they were named once more. */
function ErasePerson({ person: { id, name, email, refusal } }: { person: PersonPrivacy }) {
  const { t } = useTranslation('privacy');
  const errorMessage = useErrorMessage();
  const changed = usePeopleChanged();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('erase')}
      action={
        <Button
          variant="destructive"
          icon={<Eraser aria-hidden />}
          isDisabled={refusal !== null}
          onPress={() => setOpen(true)}
        >
          {t('erase')}
        </Button>
      }
    >
      {refusal !== null && <Banner tone="warning">{errorMessage(new ApiError(refusal))}</Banner>}
      <p>{t('eraseIntro')}</p>
      <PeopleActionDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('eraseTitle', { name })}
        confirm={t('erase')}
        query={{ act: 'delete', id: [id] }}
        initialValues={{ confirmation: '' }}
        send={async ({ confirmation }, reservations) => {
          await privacy.erase(id, { confirmation: confirmation.trim(), reservations });
        }}
        onDone={() => {
          toast({ title: t('erased'), tone: 'success' });
          void navigate(paths.privacy.list.href());
          void changed().then(() => invalidate(erasures.path));
        }}
      >
        <p>{t('eraseText')}</p>
        <FormTextField
          name="confirmation"
          label={t('confirmation')}
          description={t('confirmationHint', { name, email })}
          validate={required}
          maxLength={254}
          autoComplete="off"
          autoFocus
        />
      </PeopleActionDialog>
    </Panel>
  );
}
