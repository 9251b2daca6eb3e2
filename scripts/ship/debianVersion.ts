/** Sort value of a character: "~" before everything, even the end; letters before other characters. */
function weight(character: string | undefined): number {
  if (character === '~') return -1;
  if (character === undefined || /\d/.test(character)) return 0;
  return character.charCodeAt(0) + (/[A-Za-z]/.test(character) ? 0 : 256);
}

/** Compares an upstream version or a revision: texts and numbers in turn. */
function compareParts(left: string, right: string): number {
  let [a, b] = [left, right];
  while (a || b) {
    const [textA = '', textB = ''] = [a, b].map((version) => /^\D*/.exec(version)?.[0]);
    for (let index = 0; index < Math.max(textA.length, textB.length); index += 1) {
      const difference = weight(textA[index]) - weight(textB[index]);
      if (difference !== 0) return Math.sign(difference);
    }
    [a, b] = [a.slice(textA.length), b.slice(textB.length)];
    const [numberA = '', numberB = ''] = [a, b].map((version) => /^\d*/.exec(version)?.[0]);
    const [valueA, valueB] = [BigInt(numberA || 0), BigInt(numberB || 0)];
    if (valueA !== valueB) return valueA < valueB ? -1 : 1;
    [a, b] = [a.slice(numberA.length), b.slice(numberB.length)];
  }
  return 0;
}

/** Orders two versions of Debian packages, as deb-version(7) describes: negative, 0 or positive. */
export function compareDebianVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => {
    const [, epoch = '0', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(version) ?? [];
    const dash = rest.lastIndexOf('-');
    return {
      epoch: Number(epoch),
      upstream: dash < 0 ? rest : rest.slice(0, dash),
      revision: dash < 0 ? '' : rest.slice(dash + 1),
    };
  });
  if (!a || !b) return 0;
  return a.epoch - b.epoch || compareParts(a.upstream, b.upstream) || compareParts(a.revision, b.revision);
}
