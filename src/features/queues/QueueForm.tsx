import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { bounds } from '../../../contract/bounds.ts';
import type { QueuePriority } from '../../../contract/queues.ts';
import { useInvalidate } from '#api/query.ts';
import { queues, setPriority } from '#api/queues.ts';
import type { Word } from '#i18n/words.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { font, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { colour } from '#ui/tokens.ts';

const { min, max } = bounds.queuePriority;

/** The priority of one queue; editable for people who may change it (Q16). */
export function QueueForm({ queue }: { queue: QueuePriority }) {
  const { t } = useTranslation(['queues', 'crud']);
  const invalidate = useInvalidate();
  const { reservedQueuePriorities: reserved } = useTenant();
  const { queue_type, priority, etag, can } = queue;
  const name = t(`types.${queue_type}`);

  const check = (typed: string): Word | undefined => {
    const value = Number(typed);
    if (!typed.trim()) return 'errors:required';
    if (!Number.isInteger(value) || value < min || value > max) return 'queues:outOfRange';
    if (queue_type === 'emergency' || !reserved.includes(value)) return undefined;
    return reserved.length > 1 ? 'queues:reservedTwo' : 'queues:reservedOne';
  };
  return (
    // A new version resets the form.
    <Row key={etag}>
      <Name>{name}</Name>
      {can.update ? (
        <Form
          label={name}
          hasSummary={false}
          hasLegend={false}
          initialValues={{ priority: priority === null ? '' : String(priority) }}
          onSubmit={async ({ priority: typed }) => {
            await setPriority(queue_type, etag, Number(typed));
            toast({ title: t('saved', { queue: name, priority: typed.trim() }), tone: 'success' });
            await invalidate(queues[0]);
          }}
        >
          <Fields>
            <FormTextField name="priority" label={t('priority')} inputMode="numeric" validate={check} />
            <SubmitButton variant="secondary" size="large">
              {t('crud:save')}
            </SubmitButton>
          </Fields>
        </Form>
      ) : (
        <span>
          {t('priority')}: {priority ?? t('unset')}
        </span>
      )}
    </Row>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
  gap: ${space(2)} ${space(6)};
  align-items: center;

  & > span {
    color: ${colour.textMuted};
  }
`;

const Name = styled.h2`
  font-size: ${font.size.body};
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 160px) auto;
  gap: ${space(2)};
  align-items: start;
  justify-content: start;

  & > button {
    margin-block-start: 25px;
  }
`;
