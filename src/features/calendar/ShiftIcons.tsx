import { Ban, CalendarCheck, Car, Check, DatabaseZap, MapPin, Siren, type LucideIcon } from 'lucide-react';
import type { Planned } from './layout.ts';

/** What a shift is told apart by, beside its colour. What is online bears no sign: most shifts are, and in some deployments all. */
function iconsOf({ emergency, state, source, request_type, travel_time, allowReservations }: Planned): LucideIcon[] {
  return [
    ...(state === 'disabled' ? [Ban] : state === 'completed' ? [Check] : []),
    ...(emergency ? [Siren] : []),
    ...(source === 'external' ? [DatabaseZap] : []),
    ...(travel_time > 0 ? [Car] : []),
    ...(request_type === 'live' ? [MapPin] : []),
    ...(allowReservations ? [CalendarCheck] : []),
  ];
}

/** The signs of a shift, at most `max` of them. What they mean stands in its name. */
export function ShiftIcons({ shift, max = 3 }: { shift: Planned; max?: number }) {
  return iconsOf(shift)
    .slice(0, max)
    .map((Icon) => <Icon key={Icon.displayName} size={13} aria-hidden />);
}
