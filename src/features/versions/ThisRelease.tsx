import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { readRelease, type Release } from '#lib/release.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Card } from '#ui/Card.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { colour, font, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { Tooltip } from '#ui/Tooltip.tsx';

/** The bundle of this page, as text to copy for support. */
export function ThisRelease() {
  const { t } = useTranslation('versions');
  const { brand, version } = useTenant();
  const [release, setRelease] = useState<Release | null>(null);
  useEffect(() => {
    let isGone = false;
    void readRelease().then((read) => {
      if (!isGone) setRelease(read);
    });
    return () => {
      isGone = true;
    };
  }, []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        [`${brand} ${version}`, release?.commit, release?.digest].filter(Boolean).join(' · '),
      );
      toast({ title: t('copied'), tone: 'success' });
    } catch {
      // Browsers may refuse, and offer no clipboard outside of secure contexts: the text can still be selected.
      toast({ title: t('copyFailed'), tone: 'danger' });
    }
  };
  return (
    <Root>
      <Head>
        <h2>{t('thisPage')}</h2>
        <Tooltip text={t('copy')}>
          <IconButton size="small" label={t('copy')} onPress={() => void copy()}>
            <Copy aria-hidden />
          </IconButton>
        </Tooltip>
      </Head>
      <Facts>
        <dt>{t('version')}</dt>
        <dd>
          {brand} {version}
        </dd>
        {release && (
          <>
            <dt>{t('commit')}</dt>
            <Code>{release.commit.slice(0, 12)}</Code>
            <dt>{t('digest')}</dt>
            <Code>{release.digest}</Code>
          </>
        )}
      </Facts>
      <Licences href="/licences.txt" target="_blank" rel="noreferrer">
        {t('licences')}
      </Licences>
    </Root>
  );
}

const Root = styled(Card)`
  padding: ${space(4)};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};

  & > h2 {
    font-size: ${font.size.body};
  }
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space(1.5)} ${space(6)};
  margin-block-start: ${space(2)};

  & > dt {
    color: ${colour.textMuted};
  }
`;

const Code = styled.dd`
  font-family: ${font.mono};
  font-size: ${font.size.compact};
  overflow-wrap: anywhere;
`;

const Licences = styled.a`
  display: inline-block;
  margin-block-start: ${space(2)};
  padding-block: ${space(1)};
  color: ${colour.accentText};
  text-underline-offset: 3px;
`;
