import { useState } from 'react';
import { randomId } from '#lib/randomId.ts';
import { useLocation, useNavigate } from '#lib/router.ts';

/**
 * The navigation on a phone. While it is open it has an entry of its own in the history, so that Back closes it instead of
 * leaving the page. Links in it replace that entry.
 */
export function useDrawer() {
  // After a reload the entry is still there, but the drawer is closed.
  const [id] = useState(randomId);
  const navigate = useNavigate();
  const location = useLocation();
  const state: { drawer?: string } | null = location.state;
  const isOpen = state?.drawer === id;
  return {
    isOpen,
    open: () => void navigate(location, { state: { ...state, drawer: id } }),
    close: () => {
      if (isOpen) void navigate(-1);
    },
  };
}
