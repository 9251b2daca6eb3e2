/** Copies a text to the clipboard. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Undefined on pages without TLS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
