/** A page of the local server's own. */
export type Page = { status: number; headers: Record<string, string>; text: string };
