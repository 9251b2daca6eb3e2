import { use } from 'react';
import { useForm } from 'react-final-form';
import { styled } from 'styled-components';
import { colour, radius } from '../theme.ts';
import { FileField, type FileFieldProps, type ShownFile, uploading } from './FileField.tsx';
import { Reading } from './reading.ts';
import { useFormField, type Validate } from './useFormField.ts';

type FormFileFieldProps = Omit<FileFieldProps, 'name' | 'value' | 'onChange' | 'errorMessage'> & {
  name: string;
  validate?: Validate<string>;
};

/**
 * A `FileField` of the surrounding form. Its value is the id of a file, or ''; the form cannot be submitted during an upload.
 */
export function FormFileField(props: FormFileFieldProps) {
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  const { name, label, kept } = props;
  const file = kept && <KeptFile file={kept} />;
  return read({ name, label, show: () => file });
}

function Editable({ name, validate, ...props }: FormFileFieldProps) {
  const form = useForm();
  const check: Validate<string> = (value, values) => (value === uploading ? 'files:wait' : validate?.(value, values));
  const { value, onChange, errorMessage, isRequired } = useFormField<string>(name, props.label, check);
  return (
    <FileField
      {...props}
      name={name}
      value={value}
      onChange={(next) => {
        onChange(next);
        // Hides the error about a running upload until the next submit.
        form.resetFieldState(name);
      }}
      errorMessage={errorMessage}
      isRequired={isRequired}
    />
  );
}

/** The stored file of a record to look at: a picture, or its name as a link. */
function KeptFile({ file: { name, url, media_type } }: { file: ShownFile }) {
  if (url === null) return name;
  if (media_type.startsWith('image/')) return <Picture src={url} alt={name} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

const Picture = styled.img`
  display: block;
  max-inline-size: min(100%, 320px);
  max-block-size: 160px;
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
`;
