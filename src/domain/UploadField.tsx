import type { File as KeptFile } from '../../contract/files.ts';
import { type FilePurpose, fileRules } from '../../contract/filePurposes.ts';
import { mayRetryUpload, readUpload, uploadFile, useLinkedFile } from '#api/files.ts';
import { FormFileField } from '#ui/form/FormFileField.tsx';
import type { Validate } from '#ui/form/useFormField.ts';

type UploadFieldProps = {
  name: string;
  label: string;
  /** The purpose decides on accepted types and the maximum size. */
  purpose: FilePurpose;
  /** The stored file of the record. */
  kept?: KeptFile | null;
  validate?: Validate<string>;
  shape?: 'square' | 'wide';
};

/**
 * A file of a record in its form: uploaded when it is chosen, attached when the form is saved. The form's value is the file's
 * id, '' without one. The page needs the namespace `files`.
 */
export function UploadField({ purpose, kept = null, ...props }: UploadFieldProps) {
  const linked = useLinkedFile(kept);
  return (
    <FormFileField
      {...props}
      rules={fileRules[purpose]}
      kept={linked ?? (kept && { ...kept, url: null })}
      send={(file, options) => uploadFile(file, { purpose, ...options })}
      recall={readUpload}
      mayRetry={mayRetryUpload}
    />
  );
}
