import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { ChunkError } from '#lib/loadChunk.ts';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { emptyCache } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** Replaces a page that failed: the error, its request id, and Retry. The shell stays usable. */
export function ErrorPage() {
  const { t } = useTranslation('app');
  const error = useRouteError();
  const message = useErrorMessage();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useDocumentTitle(t('errorTitle'));
  useEffect(() => console.error(error), [error]);

  /** Navigating to the same address loads and renders everything again. */
  const retry = () => {
    emptyCache();
    void navigate(pathname + search + hash, { replace: true });
  };
  const isOutdated = error instanceof ChunkError && error.isOutdated;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  // Retrying would be refused again.
  const isRefused = error instanceof ApiError && error.status === 403;
  return (
    <EmptyState
      headingLevel={1}
      icon={<TriangleAlert />}
      title={t('errorTitle')}
      action={
        isRefused ? (
          <ButtonLink to={paths.home.href()}>{t('toStart')}</ButtonLink>
        ) : (
          <Button variant="primary" onPress={isOutdated ? () => location.reload() : retry}>
            {t(isOutdated ? 'reload' : 'retry')}
          </Button>
        )
      }
    >
      {error instanceof ChunkError ? t(isOutdated ? 'newRelease' : 'chunkFailed') : message(error)}
    </EmptyState>
  );
}
