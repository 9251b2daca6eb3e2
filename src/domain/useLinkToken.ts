import { useEffect } from 'react';
import { useLocation, useNavigate } from '#lib/router.ts';

/**
 * The token of a mailed link from the address, null without one. It is removed from the address, where screens and browser
 * histories would show it; a reload still has it.
 */
export function useLinkToken(): string | null {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const historyState: { token?: string } | null = state;
  const tokenInAddress = new URLSearchParams(search).get('token');
  useEffect(() => {
    if (tokenInAddress !== null) void navigate(pathname, { replace: true, state: { token: tokenInAddress } });
  }, [tokenInAddress, navigate, pathname]);
  return tokenInAddress ?? historyState?.token ?? null;
}
