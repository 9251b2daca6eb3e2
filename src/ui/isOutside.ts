/** Whether a press on this element closes a dialog. The list of a field is drawn outside the dialog, but a choice in it does not close it. */
export const isOutside = (element: Element): boolean => !element.closest('[role="listbox"]');
