import { useSyncExternalStore } from 'react';

const paper = { isOn: false };
const followers = new Set<() => void>();

function turn(isOn: boolean): void {
  paper.isOn = isOn;
  for (const follow of followers) follow();
}

function subscribe(follow: () => void): () => void {
  const { dataset } = document.documentElement;
  let screen: string | undefined;
  const before = () => {
    // Paper is white, so printing uses the light palette.
    screen = dataset.palette;
    dataset.palette = 'light';
    turn(true);
  };
  const after = () => {
    if (screen !== undefined) dataset.palette = screen;
    turn(false);
  };
  followers.add(follow);
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    followers.delete(follow);
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

/** Whether the page is being printed: in the light palette, with everything expanded. Renders synchronously before printing. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => paper.isOn);
}
