import { useEffect, useRef, useState } from 'react';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { get } from '#api/http.ts';
import { ApiError } from '#api/problem.ts';
import { reservations } from '#api/reservations.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useShortcut } from '#ui/shortcuts.ts';
import { toast } from '#ui/toast.ts';
import { AnswerDialog } from '#domain/booking/AnswerDialog.tsx';

const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-row-link]')];

/** Why a reservation cannot be approved, as the server would refuse it. */
function refusalOf({ approve_refused, interpreters, interpreters_needed }: Reservation): ApiError {
  const assigned = String(interpreters.filter(takesPart).length);
  return new ApiError(approve_refused ?? 'transition_refused', {
    values: { assigned, needed: String(interpreters_needed) },
  });
}

/** `a` approves the reservation of the row that has the focus, after the usual question; then the next row has the focus. */
export function ApproveKey() {
  const errorMessage = useErrorMessage();
  const [asked, setAsked] = useState<Reservation | null>(null);
  const place = useRef<{ at: number; href: string } | null>(null);
  const ask = async () => {
    const links = rowLinks();
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const href = links[at]?.pathname ?? '';
    const id = href.split('/').at(-1);
    if (!id) return;
    try {
      const reservation = await get<Reservation>(reservations.one(id)[0]);
      if (!reservation.can.approve) throw refusalOf(reservation);
      place.current = { at, href };
      setAsked(reservation);
    } catch (error) {
      toast({ title: errorMessage(error), tone: 'danger' });
    }
  };
  useShortcut('a', () => void ask());
  useEffect(() => {
    if (asked || !place.current) return;
    const { at, href } = place.current;
    const links = rowLinks();
    const same = links.find(({ pathname }) => pathname === href);
    (same ?? links[Math.min(at, links.length - 1)])?.focus();
    place.current = null;
  }, [asked]);
  return asked && <AnswerDialog reservation={asked} act="approve" onClose={() => setAsked(null)} />;
}
