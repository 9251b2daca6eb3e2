import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end'>;

/** A password input that can show its text. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      end={
        <IconButton
          size="small"
          label={t(isShown ? 'hidePassword' : 'showPassword')}
          onPress={() => setShown(!isShown)}
        >
          <Icon aria-hidden />
        </IconButton>
      }
    />
  );
}
