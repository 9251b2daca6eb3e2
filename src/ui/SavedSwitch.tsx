import { useState } from 'react';
import { Switch, type SwitchProps } from './Switch.tsx';
import { useTellFailure } from './useAct.ts';

type SavedSwitchProps = Pick<SwitchProps, 'label' | 'description'> & {
  isOn: boolean;
  /** Saves the choice, and leads to the new `isOn`. Its rejection is shown, and the switch goes back. */
  save: (isOn: boolean) => Promise<void>;
};

/** A setting that is saved as soon as it is switched. */
export function SavedSwitch({ isOn, save, ...words }: SavedSwitchProps) {
  const tellFailure = useTellFailure();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (choice: boolean) => {
    setChosen(choice);
    await save(choice).catch(tellFailure);
    setChosen(null);
  };
  return (
    <Switch
      {...words}
      isSelected={chosen ?? isOn}
      isReadOnly={chosen !== null}
      onChange={(choice) => void choose(choice)}
    />
  );
}
