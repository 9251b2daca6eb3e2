import { css } from 'styled-components';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { colour, font, media, radius, space } from '#ui/theme.ts';

/** What the ground, the border and the icon of a booking show. */
export type BookingLook = Pick<CalendarBooking, 'status' | 'response' | 'obstacle'>;

/** How far a booking is certain. */
export type BookingState = 'approved' | 'unconfirmed' | 'pending' | 'offered';

/** The state of a booking in its interpreter's lane. */
export function bookingState({ status, response }: BookingLook): BookingState {
  if (response === 'offered') return 'offered';
  if (status !== 'approved') return 'pending';
  return response === 'asked' || response === 'not_asked' ? 'unconfirmed' : 'approved';
}

/** Data attributes that style a booking. */
export function bookingAttributes(booking: BookingLook) {
  return {
    'data-firm': bookingState(booking) === 'approved' || undefined,
    'data-uncovered': booking.obstacle !== null || undefined,
  };
}

/** The style of a booking: solid if it is certain, otherwise an outline; not by colour alone, because others have an icon. */
export const bookingStyle = css`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  min-inline-size: 0;
  padding: 0 ${space(1)};
  border: 1px solid ${colour.accentText};
  border-radius: ${radius.small};
  background: ${colour.surface};
  color: ${colour.text};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;

  &[data-firm] {
    border-color: ${colour.surface};
    background: ${colour.accent};
    color: ${colour.onAccent};
  }

  &[data-uncovered] {
    border: 2px solid ${colour.danger};
  }

  & > svg {
    flex-shrink: 0;
  }

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  ${media.forcedColours} {
    &[data-firm] {
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
  }
`;
