import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ImageLayout } from './ImageLayout.ts';

/**
 * Returns a cached layout, or creates it in a temporary folder and renames it, so that an interrupted run leaves no partial layout.
 * Returns the folder.
 */
export async function cacheLayout(folder: string, make: (layout: ImageLayout) => Promise<void>): Promise<string> {
  const exists = (): boolean => existsSync(join(folder, 'index.json'));
  if (exists()) return folder;
  const draft = `${folder}.${process.pid}`;
  try {
    await make(new ImageLayout(draft));
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another process was faster; layouts of the same name have the same content.
      if (!exists()) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
