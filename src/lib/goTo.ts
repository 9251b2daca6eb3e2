/** Opens another page of the app. `state` belongs to its entry in the history; `replace` replaces the current entry. */
export type GoTo = (to: string, options?: { state?: unknown; replace?: boolean }) => Promise<void>;
