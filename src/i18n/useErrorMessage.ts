import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '#api/problem.ts';

/** The values of an error that are shown after its message. */
const noted = ['interpreters', 'lastDay', 'reason'] as const;

/**
 * Translates errors: the catalogue's message for the error's code (Q19), followed by the
 * interpreters concerned, or the last day of and the reason for a suspension.
 * Unknown codes and other exceptions become "Something went wrong" with the request id to quote.
 */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation(['errors', 'app']);
  return (error) => {
    const { code, values } = error instanceof ApiError ? error : new ApiError('something_went_wrong');
    if (code !== 'something_went_wrong' && isErrorCode(code)) {
      const message = t(code, { replace: values });
      const notes = noted.filter((name) => values[name]).map((name) => t(`notes.${name}`, { replace: values }));
      return [message, ...notes].join(' ');
    }
    const requestId = error instanceof ApiError ? error.requestId : null;
    const message = t('something_went_wrong');
    return requestId ? `${message} (${t('app:requestId', { id: requestId })})` : message;
  };
}

/** English has every code of the catalogue. */
function isErrorCode(code: string): code is ErrorCode {
  return i18next.exists(code, { ns: 'errors' });
}
