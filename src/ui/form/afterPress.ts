let isPressing = false;

const note = (pressing: boolean) => () => {
  isPressing = pressing;
};
document.addEventListener('pointerdown', note(true), true);
document.addEventListener('pointerup', note(false), true);
document.addEventListener('pointercancel', note(false), true);

/** How long after the finger is up its click has certainly arrived, in milliseconds. */
const settled = 50;

/**
 * Does `act` now, or once the press under way is over. A field is left by pressing on something else: were its error
 * shown at once, what is pressed would move away from under the pointer, and the press would be lost.
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
