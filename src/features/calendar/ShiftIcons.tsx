import { Ban, CalendarCheck, Car, Check, DatabaseZap, MapPin, Siren, type LucideIcon } from 'lucide-react';
import type { Planned } from './layout.ts';

/** The icons of a shift's properties. Online shifts have none: most are online, in some deployments all. */
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

/** The icons of a shift, at most `max`. Hidden from screen readers: its label says the same. */
export function ShiftIcons({ shift, max = 3 }: { shift: Planned; max?: number }) {
  return iconsOf(shift)
    .slice(0, max)
    .map((Icon) => <Icon key={Icon.displayName} size={13} aria-hidden />);
}
