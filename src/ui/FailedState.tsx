import { FileQuestion, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { RetryButton } from './RetryButton.tsx';

type FailedStateProps = Pick<EmptyStateProps, 'title' | 'headingLevel'> & {
  error: unknown;
  /** It is not there, and trying again brings nothing. */
  isGone?: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  /** Another way on, beside trying again. */
  more?: ReactNode;
};

/** Where something should be and could not be loaded: why, and the way to try again. */
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
