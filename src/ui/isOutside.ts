/** Whether a press closes a dialog: the list of a field lies outside of it, and a touch on a choice would count as a press outside. */
export const isOutside = (element: Element): boolean => !element.closest('[role="listbox"]');
