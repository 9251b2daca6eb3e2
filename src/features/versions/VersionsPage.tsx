import { AppWindow, Globe, LayoutDashboard, Server, Smartphone, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Platform } from '../../../contract/platforms.ts';
import { useQuery } from '#api/query.ts';
import { versions } from '#api/versions.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Table } from '#ui/Table.ts';
import { colour, font, space } from '#ui/theme.ts';
import { ThisRelease } from './ThisRelease.tsx';

const icons: Record<Platform, LucideIcon> = {
  android: Smartphone,
  apple: Smartphone,
  web: AppWindow,
  admin: LayoutDashboard,
  backend: Server,
};

/** The latest release of every platform, and the release of this page. */
export function VersionsPage() {
  const { t } = useTranslation('versions');
  const { data, error, isValidating, retry } = useQuery(versions);
  // Third-party backends may report platforms without a translation.
  const releases = data?.results.filter(({ platform }) => platform in icons);
  const { dates } = useFormats();
  useDocumentTitle(t('title'));

  return (
    <Page>
      <PageHead title={t('title')} description={t('intro')} />
      <Card>
        {!data && error !== undefined ? (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        ) : releases?.length === 0 ? (
          <EmptyState icon={<Globe />} title={t('empty')} />
        ) : (
          <Releases aria-busy={!data}>
            <Hidden as="caption">{data ? t('title') : t('loading')}</Hidden>
            <thead>
              <tr>
                <th scope="col">{t('platform')}</th>
                <th scope="col">{t('version')}</th>
                <th scope="col">{t('released')}</th>
              </tr>
            </thead>
            <tbody>
              {releases
                ? releases.map(({ platform, version, released }) => {
                    const Icon = icons[platform];
                    return (
                      <tr key={platform}>
                        <th scope="row">
                          <Name>
                            <Icon size={18} aria-hidden />
                            {t(`platforms.${platform}`)}
                          </Name>
                        </th>
                        <td>{version}</td>
                        <td>
                          <time dateTime={released}>{dates.dateTime(released)}</time>
                        </td>
                      </tr>
                    );
                  })
                : Object.keys(icons).map((platform) => (
                    <tr key={platform}>
                      <td>
                        <Skeleton width="120px" />
                      </td>
                      <td>
                        <Skeleton width="48px" />
                      </td>
                      <td>
                        <Skeleton width="110px" />
                      </td>
                    </tr>
                  ))}
            </tbody>
          </Releases>
        )}
      </Card>
      <ThisRelease />
      <Zone>{t('zone', { zone: dates.zone() })}</Zone>
    </Page>
  );
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(6)};
  max-inline-size: 760px;
`;

const Releases = styled(Table)`
  /* A version must not wrap: it would look like two. */
  && tr > :nth-child(2) {
    white-space: nowrap;
    overflow-wrap: normal;
  }
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};

  & > svg {
    color: ${colour.textMuted};
  }
`;

const Zone = styled.p`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;
