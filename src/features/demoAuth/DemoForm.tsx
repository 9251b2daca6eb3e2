import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#ui/Banner.tsx';
import { Form } from '#ui/form/Form.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { messageOf } from './DemoError.ts';
import { demoTokenAtom } from './demoSession.ts';

type DemoFormProps<Values> = {
  initialValues: Values;
  submitLabel: string;
  /** Resolves to a token. */
  send: (values: Values) => Promise<string>;
  children: ReactNode;
};

/** A form of the demo: errors are shown above it with the messages of R196; typed values stay. */
export function DemoForm<Values extends Record<string, string>>({
  initialValues,
  submitLabel,
  send,
  children,
}: DemoFormProps<Values>) {
  const { t } = useTranslation('demoAuth');
  const begin = useSetAtom(demoTokenAtom);
  const [refusal, setRefusal] = useState<ReturnType<typeof messageOf> | null>(null);
  return (
    <Form
      initialValues={initialValues}
      hasSummary={false}
      onSubmit={async (values) => {
        setRefusal(null);
        await send(values).then(begin, (error: unknown) => setRefusal(messageOf(error)));
      }}
    >
      {refusal && (
        <Banner tone="danger" isUrgent>
          {t(refusal)}
        </Banner>
      )}
      {children}
      <SubmitButton size="large" isWide>
        {submitLabel}
      </SubmitButton>
    </Form>
  );
}
