import { Ban, CalendarCheck, Car, Check, DatabaseZap, MapPin, Siren, Video, type LucideIcon } from 'lucide-react';
import type { Shift } from '../../../contract/shifts.ts';

/** What a shift is told apart by, beside its colour. */
function iconsOf({ emergency, state, source, request_type, travel_time, allowReservations }: Shift): LucideIcon[] {
  return [
    ...(emergency ? [Siren] : []),
    ...(state === 'disabled' ? [Ban] : state === 'completed' ? [Check] : []),
    ...(source === 'external' ? [DatabaseZap] : []),
    request_type === 'live' ? MapPin : Video,
    ...(travel_time > 0 ? [Car] : []),
    ...(allowReservations ? [CalendarCheck] : []),
  ];
}

/** The signs of a shift, at most `max` of them. What they mean stands in its name. */
export function ShiftIcons({ shift, max = 3 }: { shift: Shift; max?: number }) {
  return iconsOf(shift)
    .slice(0, max)
    .map((Icon) => <Icon key={Icon.displayName} size={13} aria-hidden />);
}
