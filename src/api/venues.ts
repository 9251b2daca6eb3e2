import type { NewVenue, Venue, VenueChanges } from '../../contract/venues.ts';
import { collection } from './collection.ts';

/** `partners/{partner}/venues/`. */
export const venuesOf = (partner: string) => collection<Venue, NewVenue, VenueChanges>(`partners/${partner}/venues/`);
