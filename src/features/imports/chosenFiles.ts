/** The files of uploads since the page was loaded, by import: another sheet or encoding is read from the same file. */
export const chosenFiles = new Map<string, File>();
