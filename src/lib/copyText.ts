/** Puts a text on the clipboard. Answers whether the browser let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Not there on a page without TLS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
