import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { AuditEntry } from '../../../contract/audit.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Table } from '#ui/Table.ts';

function text(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields that a write changed. */
function touched({ before, after }: AuditEntry): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => text(before?.[name]) !== text(after?.[name]));
}

/** The changed fields in one line. */
export function changesIn(entry: AuditEntry): string {
  const parts = touched(entry).map((name) => `${name}: ${text(entry.before?.[name])} → ${text(entry.after?.[name])}`);
  return parts.join('; ') || '–';
}

/** Opens the changed values of an entry. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const [isOpen, setOpen] = useState(false);
  const names = touched(entry);
  if (names.length === 0) return '–';
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {t('show')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('changes')}>
        <Values>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  <Code>{name}</Code>
                </th>
                <td>{text(entry.before?.[name])}</td>
                <td>{text(entry.after?.[name])}</td>
              </tr>
            ))}
          </tbody>
        </Values>
      </Dialog>
    </>
  );
}

const Values = styled(Table)`
  & td {
    overflow-wrap: anywhere;
  }
`;
