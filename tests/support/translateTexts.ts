/** Replaces each text below an element by an element of its own, as a browser does that translates the page. */
export function translateTexts(element: Element): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const translated = document.createElement('font');
    translated.textContent = text.data;
    text.replaceWith(translated);
  }
}
