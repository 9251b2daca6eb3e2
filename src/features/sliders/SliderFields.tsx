import { useTranslation } from 'react-i18next';
import type { Slider } from '../../../contract/sliders.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { UploadField } from '#domain/UploadField.tsx';
import { required } from '#ui/form/checks.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';

/** The fields of a slider image. */
export function SliderFields({ item, isNew }: FieldsProps<Slider>) {
  const { t } = useTranslation('sliders');
  return (
    <FieldGroup title={t('one')}>
      <FormTextField name="title" label={t('name')} validate={name} autoFocus={isNew} />
      <UploadField
        name="image"
        label={t('image')}
        purpose="slider"
        shape="wide"
        kept={item?.image}
        validate={required}
      />
    </FieldGroup>
  );
}
