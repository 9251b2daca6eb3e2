import type { NewSavedView, SavedView, SavedViewChanges } from '../../contract/savedViews.ts';
import { collection } from './collection.ts';

/** `saved_views/`: the signed-in person's. */
export const savedViews = collection<SavedView, NewSavedView, SavedViewChanges>('saved_views/');
