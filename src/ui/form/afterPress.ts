let isPressing = false;

const note = (pressing: boolean) => () => {
  isPressing = pressing;
};
// The build renders the sign-in page without a document.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', note(true), true);
  document.addEventListener('pointerup', note(false), true);
  document.addEventListener('pointercancel', note(false), true);
}

/** The delay in milliseconds after which the click of a released pointer has arrived. */
const settled = 50;

/**
 * Runs `act` now, or after the current press. Pressing a button blurs the field: if its error appeared at once, the button
 * would move away from the pointer and miss the click.
 */
export function afterPress(act: () => void): void {
  if (!isPressing) {
    act();
    return;
  }
  const end = () => {
    document.removeEventListener('pointerup', end);
    document.removeEventListener('pointercancel', end);
    setTimeout(act, settled);
  };
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', end);
}
