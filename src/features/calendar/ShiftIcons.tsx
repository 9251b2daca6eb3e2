import { Ban, CalendarCheck, Car, Check, DatabaseZap, MapPin, Siren, TriangleAlert } from 'lucide-react';
import type { Planned } from './layout.ts';

/** What icons and border of a shift show. */
export type ShiftLook = Pick<
  Planned,
  'emergency' | 'state' | 'source' | 'request_type' | 'travel_time' | 'allowReservations' | 'excess'
>;

/** The properties of shifts that have an icon. Online shifts have none: most are online, in some deployments all. */
const marks = [
  { name: 'disabled', Icon: Ban, isOn: ({ state }: ShiftLook) => state === 'disabled' },
  { name: 'completed', Icon: Check, isOn: ({ state }: ShiftLook) => state === 'completed' },
  { name: 'excess', Icon: TriangleAlert, isOn: ({ excess = [] }: ShiftLook) => excess.length > 0 },
  { name: 'emergency', Icon: Siren, isOn: ({ emergency }: ShiftLook) => emergency },
  { name: 'external', Icon: DatabaseZap, isOn: ({ source }: ShiftLook) => source === 'external' },
  { name: 'travel', Icon: Car, isOn: ({ travel_time }: ShiftLook) => travel_time > 0 },
  { name: 'live', Icon: MapPin, isOn: ({ request_type }: ShiftLook) => request_type === 'live' },
  { name: 'reservable', Icon: CalendarCheck, isOn: ({ allowReservations }: ShiftLook) => allowReservations },
];

/** The icons of a shift, at most `max`. Hidden from screen readers: its label says the same. */
export function ShiftIcons({ shift, max = 3 }: { shift: ShiftLook; max?: number }) {
  return marks
    .filter(({ isOn }) => isOn(shift))
    .slice(0, max)
    .map(({ Icon, name }) => <Icon key={name} size={13} aria-hidden />);
}
