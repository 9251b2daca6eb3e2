import { CommandError } from '../../server/CommandError.ts';

/** Characters that compilers and their loaders read as part of a request, such as `file?query#hash`, `loader!file` and `{a|b}`. */
const unusable = /[!"#*<>?|]/;

/**
 * Checks that the app can be compiled below a folder; otherwise a compile ends after minutes, with a message about something else.
 * @throws CommandError that names the folder to rename.
 */
export function checkFolder(root: string): void {
  const name = root.split('/').find((part) => unusable.test(part));
  const [character] = unusable.exec(name ?? '') ?? [];
  if (character === undefined) return;
  throw new CommandError(
    `The app cannot be compiled in ${root}: compilers read the ${character} of the folder "${name}" as part of an address. Rename that folder, or move the checkout.`,
  );
}
