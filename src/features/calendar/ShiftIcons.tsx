import { Ban, CalendarCheck, Car, Check, DatabaseZap, MapPin, Siren, type LucideIcon } from 'lucide-react';
import type { Planned } from './layout.ts';

/** What icons and border of a shift show. */
export type ShiftLook = Pick<
  Planned,
  'emergency' | 'state' | 'source' | 'request_type' | 'travel_time' | 'allowReservations'
>;

/** The icons of a shift's properties. Online shifts have none: most are online, in some deployments all. */
function iconsOf({ emergency, state, source, request_type, travel_time, allowReservations }: ShiftLook): LucideIcon[] {
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
export function ShiftIcons({ shift, max = 3 }: { shift: ShiftLook; max?: number }) {
  return iconsOf(shift)
    .slice(0, max)
    .map((Icon) => <Icon key={Icon.displayName} size={13} aria-hidden />);
}
