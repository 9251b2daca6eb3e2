/** Saves content as a file; removes characters from the name that file systems do not allow. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
  link.click();
  // The browser needs the URL after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
