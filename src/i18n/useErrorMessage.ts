import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '#api/problem.ts';

/**
 * How to tell a person about an error: the catalogue's message for its code (specification §8). A code that is not in
 * the catalogue, and an error that is none of the server's, reads "Something went wrong", with the request id to quote. The
 * interpreters whom it is about follow it.
 */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation(['errors', 'app']);
  return (error) => {
    const { code, values } = error instanceof ApiError ? error : new ApiError('something_went_wrong');
    if (code !== 'something_went_wrong' && isErrorCode(code)) {
      const told = t(code, { replace: values });
      return values.interpreters ? `${told} (${values.interpreters})` : told;
    }
    const requestId = error instanceof ApiError ? error.requestId : null;
    const message = t('something_went_wrong');
    return requestId ? `${message} (${t('app:requestId', { id: requestId })})` : message;
  };
}

/** The catalogue is what is translated: English has every code. */
function isErrorCode(code: string): code is ErrorCode {
  return i18next.exists(code, { ns: 'errors' });
}
