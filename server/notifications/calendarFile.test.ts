import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { calendarFile, type CalendarEntry } from './calendarFile.ts';

const deployment = { id: 'iceland', brand: 'Táknljós "Bú", ehf; \\', support: { email: 'hjalp@taknljos.example' } };
const entry: CalendarEntry = {
  kind: 'reservation',
  id: '0123456789abcdef01234567',
  sequence: 3,
  standing: 'confirmed',
  starts: new Date('2024-10-27T00:30:00Z'),
  ends: new Date('2024-10-27T01:30:00Z'),
  summary: 'Bókun · Táknljós',
  description: 'Bókun: Þing',
  location: 'Laugavegur 1, Reykjavík; 2. hæð \\ bakhús',
};
const written = (changes: Partial<CalendarEntry> = {}) => {
  const file = calendarFile(
    { ...deployment, support: { ...deployment.support, phone: null, url: null } },
    { ...entry, ...changes },
    { email: 'una@taknljos.example', now: new Date('2024-05-01T10:00:00Z') },
  );
  const event = new ICAL.Component(ICAL.parse(file.content)).getFirstSubcomponent('vevent');
  return { ...file, valueOf: (name: string) => String(event?.getFirstPropertyValue(name)), event };
};

describe('a calendar file', () => {
  it('has times in UTC, and texts in the deployment’s language', () => {
    const { content, filename, method } = written();
    expect(content).toContain('DTSTART:20241027T003000Z\r\nDTEND:20241027T013000Z\r\n');
    expect(content).toContain('DTSTAMP:20240501T100000Z\r\n');
    expect(content).toContain('UID:reservation-0123456789abcdef01234567@iceland\r\nSEQUENCE:3\r\n');
    expect([filename, method]).toEqual(['reservation-0123456789abcdef01234567.ics', 'REQUEST']);
    expect(content).toContain('METHOD:REQUEST\r\n');
  });

  it('cancels an entry', () => {
    const { content, method } = written({ standing: 'cancelled' });
    expect(method).toBe('CANCEL');
    expect(content).toContain('METHOD:CANCEL\r\n');
    expect(content).toContain('STATUS:CANCELLED\r\n');
  });

  it('stores any text, and escapes line breaks in it', () => {
    const hostile = 'One, two; three \\ four\r\nATTENDEE:mailto:spy@evil.example\nEND:VEVENT "x"';
    const { valueOf, event } = written({ summary: hostile, location: hostile });
    expect(valueOf('summary')).toBe(hostile.replaceAll('\r\n', '\n'));
    expect(valueOf('location')).toBe(hostile.replaceAll('\r\n', '\n'));
    expect(event?.getAllProperties('attendee')).toHaveLength(1);
    expect(event?.getFirstProperty('organizer')?.getFirstParameter('cn')).toBe('Táknljós "Bú", ehf; \\');
  });

  it('has no line of more than 75 octets, and splits no character', () => {
    const long = 'Þjóðleikhúsið 🎭 '.repeat(40);
    const { content, valueOf } = written({ description: long });
    const lines = content.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
    expect(valueOf('description')).toBe(long);
  });
});
