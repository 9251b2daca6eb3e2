/** Gives the reader a file of this name; what no file system takes in a name is left out of it. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
  link.click();
  // The browser takes it up after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
