import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#api/collection.ts';
import { useInvalidate } from '#api/query.ts';
import { saveChanges } from '#api/saveChanges.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { ReadOnly, ReadValue } from '#ui/form/ReadForm.tsx';
import { Switch } from '#ui/Switch.tsx';
import { toast } from '#ui/toast.ts';

type RecordSwitchesProps<Item, Name extends keyof Item> = {
  title: string;
  collection: Pick<Collection<Item, never, Partial<Pick<Item, Name>>>, 'path' | 'one' | 'update'>;
  record: Item;
  switches: readonly { name: Name & string; label: string }[];
  isReadOnly: boolean;
};

/** Switches of a record that are saved at once (decision 197). The page needs the namespace `crud`. */
export function RecordSwitches<
  Item extends { id: string; etag: string } & Record<Name, boolean>,
  Name extends keyof Item,
>({ title, collection, record, switches, isReadOnly }: RecordSwitchesProps<Item, Name>) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  const errorMessage = useErrorMessage();
  // Switched values that are not answered yet hide those of the record.
  const [pending, setPending] = useState<Partial<Record<Name, boolean>>>({});
  const last = useRef(Promise.resolve());

  const send = async (name: Name, label: string, isOn: boolean) => {
    try {
      const changes = { [name]: isOn } as unknown as Partial<Pick<Item, Name>>;
      // A switch sets one value, whatever else somebody has changed meanwhile.
      await saveChanges(collection, record, changes, async () => 'mine');
    } catch (error) {
      toast({ title: t('notSwitched', { name: label }), description: errorMessage(error), tone: 'danger' });
    }
    await invalidate(collection.path);
    setPending((before) => (before[name] === isOn ? { ...before, [name]: undefined } : before));
  };
  const change = (name: Name, label: string, isOn: boolean) => {
    setPending((before) => ({ ...before, [name]: isOn }));
    // One after the other, so that the last switch is saved last.
    last.current = last.current.then(() => send(name, label, isOn));
  };
  if (isReadOnly)
    return (
      <FormCard>
        <ReadOnly>
          <FieldGroup title={title}>
            {switches.map(({ name, label }) => (
              <ReadValue key={name} label={label}>
                {t(record[name] ? 'yes' : 'no')}
              </ReadValue>
            ))}
          </FieldGroup>
        </ReadOnly>
      </FormCard>
    );
  return (
    <FormCard>
      <FieldGroup title={title}>
        {switches.map(({ name, label }) => (
          <Switch
            key={name}
            label={label}
            isSelected={pending[name] ?? record[name]}
            onChange={(isOn) => change(name, label, isOn)}
          />
        ))}
      </FieldGroup>
    </FormCard>
  );
}
