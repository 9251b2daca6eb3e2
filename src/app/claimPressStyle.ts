/**
 * React Aria writes one rule into a `<style>` of its own, which the security header refuses, unless the page has an
 * element of that id. An empty one stands here; `GlobalStyle` holds the rule.
 */
export function claimPressStyle(): void {
  const style = document.createElement('style');
  style.id = 'react-aria-pressable-style';
  document.head.append(style);
}
