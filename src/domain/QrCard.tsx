import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { qrFileName } from '../../contract/qrFileName.ts';
import { qrOf } from '#api/partners.ts';
import { useMutation, useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { saveFile } from '#lib/saveFile.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { Muted } from '#ui/Muted.ts';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { colour, font, radius, space } from '#ui/theme.ts';
import { useTellFailure } from '#ui/useAct.ts';

type QrCardProps = {
  /** The path of the record, relative to BACKEND_URL, with a trailing slash. */
  path: string;
  /** The display name of the record. */
  name: string;
  /** The names in those of the files (`qrFileName`). */
  fileNames: readonly string[];
  /** The address in the code; null if there is none. */
  leadsTo: string | null;
};

/** The QR code of a partner or a venue: shown, and downloaded. The page needs the namespace `partners`. */
export function QrCard({ path, name, fileNames, leadsTo }: QrCardProps) {
  const { t } = useTranslation(['partners', 'errors']);
  const errorMessage = useErrorMessage();
  const tellFailure = useTellFailure();
  const code = qrOf(path);
  const { data: svg, error, isValidating, retry } = useQuery(leadsTo === null ? null : code.svg);
  const png = useMutation(async () => saveFile(qrFileName(fileNames, 'png'), await code.png()), []);
  return (
    <Root as="section" aria-label={t('qr')}>
      <Title>{t('qr')}</Title>
      {leadsTo === null ? (
        <Banner tone="info">{t('errors:no_public_address')}</Banner>
      ) : error !== undefined && !svg ? (
        <Banner tone="danger" action={<RetryButton isPending={isValidating} onPress={() => void retry()} />}>
          {errorMessage(error)}
        </Banner>
      ) : (
        <Row>
          {svg ? (
            <Code src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t('qrImage', { name })} />
          ) : (
            <Skeleton width="160px" height="160px" />
          )}
          <Words>
            <Muted $isCompact>{t('qrLeads')}</Muted>
            <a href={leadsTo} target="_blank" rel="noreferrer">
              <bdi dir="ltr">{leadsTo}</bdi>
            </a>
            <Acts>
              <Button
                icon={<Download aria-hidden />}
                isDisabled={!svg}
                onPress={() =>
                  svg && saveFile(qrFileName(fileNames, 'svg'), new Blob([svg], { type: 'image/svg+xml' }))
                }
              >
                {t('downloadSvg')}
              </Button>
              <Button
                icon={<Download aria-hidden />}
                isDisabled={!svg}
                isPending={png.isRunning}
                onPress={() => void png.run(undefined).catch(tellFailure)}
              >
                {t('downloadPng')}
              </Button>
            </Acts>
          </Words>
        </Row>
      )}
    </Root>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(5)};
`;

const Title = styled.h2`
  font-size: ${font.size.body};
  font-weight: ${font.weight.semibold};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(5)};
`;

/** White in every palette: cameras need dark on light, and a quiet zone. */
const Code = styled.img`
  inline-size: 160px;
  block-size: 160px;
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
  background: white;
`;

const Words = styled.div`
  display: flex;
  flex: 1 1 240px;
  flex-direction: column;
  gap: ${space(1)};
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-block-start: ${space(3)};
`;
