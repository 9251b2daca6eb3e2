import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { copyText } from '#lib/copyText.ts';
import { Button } from '#ui/Button.tsx';
import { Row } from '#ui/Row.ts';
import { font } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';

/** A text for another program, with a button that copies it. The page needs the namespace `crud`. */
export function CopiedText({ text }: { text: string }) {
  const { t } = useTranslation('crud');
  const copy = async () => {
    const isCopied = await copyText(text);
    toast({ title: t(isCopied ? 'copied' : 'notCopied'), tone: isCopied ? 'success' : 'danger' });
  };
  return (
    <Row>
      <Shown dir="ltr">{text}</Shown>
      <Button icon={<Copy aria-hidden />} onPress={() => void copy()}>
        {t('copy')}
      </Button>
    </Row>
  );
}

const Shown = styled.code`
  font-family: ${font.mono};
  overflow-wrap: anywhere;
`;
