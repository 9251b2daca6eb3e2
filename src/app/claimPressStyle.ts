/**
 * React Aria adds a rule in an additional `<style>`, which the Content Security Policy refuses, unless an element with that id
 * exists. This adds an empty one; `GlobalStyle` has the rule.
 */
export function claimPressStyle(): void {
  const style = document.createElement('style');
  style.id = 'react-aria-pressable-style';
  document.head.append(style);
}
