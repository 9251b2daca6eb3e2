import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ImageLayout } from './ImageLayout.ts';

/**
 * Makes a layout beside its place and puts it there whole, so that an interrupted run leaves nothing half. One that is
 * there already is left alone. Answers the folder.
 */
export async function keepLayout(folder: string, make: (layout: ImageLayout) => Promise<void>): Promise<string> {
  const isThere = (): boolean => existsSync(join(folder, 'index.json'));
  if (isThere()) return folder;
  const draft = `${folder}.${process.pid}`;
  try {
    await make(new ImageLayout(draft));
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another process was faster; the same name is the same content.
      if (!isThere()) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
