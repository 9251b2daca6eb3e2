/** Sends the calls of orval's client to the backend of the test, as the person of the token unless a call names another caller. */
export async function orvalFetch<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (!headers.has('authorization')) headers.set('authorization', `Token ${process.env['TOKEN']}`);
  const answer = await fetch(new URL(path.replace(/^\.?\//, ''), process.env['API']), { ...options, headers });
  const text = await answer.text();
  return { status: answer.status, data: text ? JSON.parse(text) : undefined, headers: answer.headers } as Answer;
}
