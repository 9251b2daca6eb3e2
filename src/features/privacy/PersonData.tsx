import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PersonPrivacy, StoredData } from '../../../contract/privacy.ts';
import { type PersonOutput, personOutputs } from '../../../contract/privacyNames.ts';
import { privacy } from '#api/privacy.ts';
import { useQuery } from '#api/query.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { saveFile } from '#lib/saveFile.ts';
import { Button } from '#ui/Button.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { WideTable } from '#ui/WideTable.ts';
import { useAct } from '#ui/useAct.ts';
import { ErasePerson } from './ErasePerson.tsx';
import { HoldPerson } from './HoldPerson.tsx';
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
