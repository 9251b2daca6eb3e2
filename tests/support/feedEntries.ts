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
  for (const one of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(one);
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      location: event.location,
      status: String(one.getFirstPropertyValue('status')),
      sequence: event.sequence,
      starts: event.startDate.toJSDate().toISOString(),
      ends: event.endDate.toJSDate().toISOString(),
      wall: event.startDate.toString(),
    };
  });
}
