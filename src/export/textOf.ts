/**
 * The text of a rendered cell: its text content, and the labels of its icons. Adjacent elements are separated by spaces. Days
 * become YYYY-MM-DD, the one form that spreadsheets of every country read as the same day.
 */
export function textOf(node: Node): string {
  return words(node).replace(/\s+/g, ' ').trim();
}

function words(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
  if (node.matches('img, [role="img"]')) return node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? '';
  const text = [...node.childNodes]
    .map((child) =>
      child instanceof Element && child.previousSibling instanceof Element ? ` ${words(child)}` : words(child),
    )
    .join('');
  return node.matches('time') ? text.replace(/\b(\d\d)-(\d\d)-(\d{4})\b/g, '$3-$2-$1') : text;
}
