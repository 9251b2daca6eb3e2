import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { useFieldLabels } from './FieldLabels.tsx';
import { Stack } from '../Stack.ts';
import { Table } from '../Table.ts';

/** The version to save; `neither` returns to the form. */
export type Choice = 'mine' | 'theirs' | 'neither';

/** A form that somebody else has saved meanwhile: the values it was filled with, those saved, and those in the form. */
export type Clash<Values> = { base: Values; theirs: Values; mine: Values; decide: (choice: Choice) => void };

type ConflictDialogProps<Values extends Record<string, unknown>> = {
  clash: Clash<Values> | null;
  formatValue?: (name: keyof Values & string, value: Values[keyof Values & string]) => string | undefined;
};

/** Shows both versions of the fields that the person has changed, and asks for a choice. Rendered inside the form. */
export function ConflictDialog<Values extends Record<string, unknown>>({
  clash,
  formatValue,
}: ConflictDialogProps<Values>) {
  const { t } = useTranslation('crud');
  const labels = useFieldLabels();
  const format = (name: string, value: Values[string]) =>
    (formatValue?.(name, value) ?? (typeof value === 'string' ? value : '')) || '–';
  const differing = Object.keys(labels).filter(
    (name) => clash && !isSame(clash.base[name], clash.mine[name]) && !isSame(clash.theirs[name], clash.mine[name]),
  );
  return (
    <Dialog
      role="alertdialog"
      isOpen={clash !== null}
      onClose={() => clash?.decide('neither')}
      title={t('conflictTitle')}
      actions={
        <>
          <Button onPress={() => clash?.decide('neither')}>{t('conflictBack')}</Button>
          <Button onPress={() => clash?.decide('theirs')}>{t('conflictTheirs')}</Button>
          <Button variant="primary" onPress={() => clash?.decide('mine')}>
            {t('conflictMine')}
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        <p>{t('conflictText')}</p>
        {clash && differing.length > 0 && (
          <Versions>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('theirs')}</th>
                <th scope="col">{t('mine')}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((name) => (
                <tr key={name}>
                  <th scope="row">{labels[name]}</th>
                  <td>{format(name, clash.theirs[name] as Values[string])}</td>
                  <td>{format(name, clash.mine[name] as Values[string])}</td>
                </tr>
              ))}
            </tbody>
          </Versions>
        )}
      </Stack>
    </Dialog>
  );
}

/** Whether two values of a field are equal: a text, or a list of texts. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const Versions = styled(Table)`
  & td {
    overflow-wrap: anywhere;
  }
`;
