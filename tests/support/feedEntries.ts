import ICAL from 'ical.js';

type Entry = {
  uid: string;
  summary: string;
  description: string;
  location: string;
  status: string;
  sequence: number;
  starts: string;
  ends: string;
  wall: string;
};

/** The events of a calendar as ical.js reads them, with its own idea of the zone. */
export function feedEntriesOf(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      location: event.location,
      status: String(component.getFirstPropertyValue('status')),
      sequence: event.sequence,
      starts: event.startDate.toJSDate().toISOString(),
      ends: event.endDate.toJSDate().toISOString(),
      wall: event.startDate.toString(),
    };
  });
}
