import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pageSize } from '../../../contract/bounds.ts';
import type { AuditEntry } from '../../../contract/audit.ts';
import { auditTrail } from '#api/audit.ts';
import { useQuery } from '#api/query.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { Table } from '#ui/Table.ts';
import { font } from '#ui/theme.ts';
import { type AuditWords, useAuditWords } from './auditWords.ts';

/** Opens what an act changed: the fields of its record, and of the records that it changed along. */
export function ActDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const [isOpen, setOpen] = useState(false);
  const words = useAuditWords();
  if (entry.others === 0 && words.changes(entry).length === 0) return '–';
  return (
    <>
      <Above>
        <Button size="small" onPress={() => setOpen(true)}>
          {entry.others > 0 ? t('showAll', { number: entry.others + 1 }) : t('show')}
        </Button>
      </Above>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('changes')}>
        {isOpen && (
          <Stack $gap={4}>
            <Fields entry={entry} words={words} />
            {entry.others > 0 && entry.request_id && <Others entry={entry} request={entry.request_id} words={words} />}
          </Stack>
        )}
      </Dialog>
    </>
  );
}

/** The further entries of the same request. */
function Others({ entry, request, words }: { entry: AuditEntry; request: string; words: AuditWords }) {
  const { t } = useTranslation(['audit', 'crud']);
  const read = useQuery(auditTrail.list({ request_id: request, page_size: pageSize.max, ordering: 'at' }));
  return (
    <Loaded read={read} failed={t('crud:failed')} placeholder={<Skeleton height="120px" />}>
      {({ results }) =>
        results
          .filter(({ id }) => id !== entry.id)
          .map((other) => <Fields key={other.id} entry={other} words={words} />)
      }
    </Loaded>
  );
}

/** The changed fields of one record. */
function Fields({ entry, words }: { entry: AuditEntry; words: AuditWords }) {
  const { t } = useTranslation('audit');
  const changes = words.changes(entry);
  const { act, collection, record_name, before, after } = entry;
  return (
    <section>
      <Title>{[words.act(act), words.collection(collection), record_name].filter(Boolean).join(' · ')}</Title>
      {changes.length > 0 && (
        <Values>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              {before && <th scope="col">{t('before')}</th>}
              {after && <th scope="col">{t('after')}</th>}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.name}>
                <th scope="row">{change.label}</th>
                {before && <td>{change.before}</td>}
                {after && <td>{change.after}</td>}
              </tr>
            ))}
          </tbody>
        </Values>
      )}
    </section>
  );
}

/** Above the link of its row. */
const Above = styled.span`
  position: relative;
  z-index: 1;
`;

const Title = styled.h3`
  font-size: ${font.size.body};
`;

const Values = styled(Table)`
  & td {
    overflow-wrap: anywhere;
  }
`;
