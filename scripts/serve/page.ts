/** A page of the local server itself. */
export type Page = { status: number; headers: Record<string, string>; text: string };
