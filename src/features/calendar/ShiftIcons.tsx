import { Ban, CalendarCheck, Car, Check, DatabaseZap, MapPin, Siren } from 'lucide-react';
import type { Planned } from './layout.ts';

/** The properties of shifts that have an icon. Online shifts have none: most are online, in some deployments all. */
export const shiftMarks = [
  { Icon: Ban, label: 'states.disabled', isOn: ({ state }: Planned) => state === 'disabled' },
  { Icon: Check, label: 'states.completed', isOn: ({ state }: Planned) => state === 'completed' },
  { Icon: Siren, label: 'emergency', isOn: ({ emergency }: Planned) => emergency },
  { Icon: DatabaseZap, label: 'external', isOn: ({ source }: Planned) => source === 'external' },
  { Icon: Car, label: 'travel', isOn: ({ travel_time }: Planned) => travel_time > 0 },
  { Icon: MapPin, label: 'channels.live', isOn: ({ request_type }: Planned) => request_type === 'live' },
  { Icon: CalendarCheck, label: 'reservable', isOn: ({ allowReservations }: Planned) => allowReservations },
] as const;

/** The icons of a shift, at most `max`. Hidden from screen readers: its label says the same. */
export function ShiftIcons({ shift, max = 3 }: { shift: Planned; max?: number }) {
  return shiftMarks
    .filter(({ isOn }) => isOn(shift))
    .slice(0, max)
    .map(({ Icon, label }) => <Icon key={label} size={13} aria-hidden />);
}
