/** The text of a rendered cell: its text content, and the labels of its icons. Adjacent elements are separated by spaces. */
export function textOf(node: Node): string {
  return words(node).replace(/\s+/g, ' ').trim();
}

function words(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
  if (node.matches('img, [role="img"]')) return node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? '';
  return [...node.childNodes]
    .map((child) =>
      child instanceof Element && child.previousSibling instanceof Element ? ` ${words(child)}` : words(child),
    )
    .join('');
}
