import { FileQuestion, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { RetryButton } from './RetryButton.tsx';

type FailedStateProps = Pick<EmptyStateProps, 'title' | 'headingLevel'> & {
  error: unknown;
  /** The record does not exist, so there is no Retry. */
  isGone?: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  /** Another action beside Retry. */
  more?: ReactNode;
};

/** Shown where loading failed: the error, and Retry. */
export function FailedState({
  title,
  headingLevel,
  error,
  isGone = false,
  isRetrying,
  onRetry,
  more,
}: FailedStateProps) {
  const errorMessage = useErrorMessage();
  return (
    <EmptyState
      headingLevel={headingLevel}
      icon={isGone ? <FileQuestion /> : <TriangleAlert />}
      title={title}
      action={
        <>
          {!isGone && <RetryButton isPending={isRetrying} onPress={onRetry} />}
          {more}
        </>
      }
    >
      {errorMessage(error)}
    </EmptyState>
  );
}
