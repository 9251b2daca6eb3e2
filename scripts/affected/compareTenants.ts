import type { TenantState } from './tenantState.ts';

/** One reason for which a bundle is another than it was. */
export type Reason = {
  kind: 'brand' | 'version' | 'flag' | 'language' | 'shared code' | 'new' | 'gone';
  /** What of it, in words. */
  what: string;
};

/** Names a few files; those that have no name but their hash are counted. */
function named(files: { name: string }[]): string {
  const names = [...new Set(files.map(({ name }) => name).filter(Boolean))].sort();
  const others = files.filter(({ name }) => !name).length;
  const counted = `${others} ${others === 1 ? 'script' : 'scripts'}`;
  return [...names, ...(others > 0 ? [names.length > 0 ? `${counted} more` : counted] : [])].join(', ');
}

/** What the manifest says of a deployment. Its drawings are compared as files. */
function manifestReasons(before: TenantState['tenant'], after: TenantState['tenant']): Reason[] {
  const { flags: flagsBefore, languages: languagesBefore, version: versionBefore, ...restBefore } = before;
  const { flags, languages, version, ...rest } = after;
  const values = (list: typeof languages): string => list.map(({ value }) => value).join(' ');
  const switched = [...new Set([...Object.keys(flagsBefore), ...Object.keys(flags)])] as (keyof typeof flags)[];
  const keys = [...new Set([...Object.keys(restBefore), ...Object.keys(rest)])] as (keyof typeof rest)[];
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  return [
    ...(version === versionBefore ? [] : [{ kind: 'version' as const, what: `${versionBefore} → ${version}` }]),
    ...keys
      .filter((key) => key !== 'logo' && differs(restBefore[key], rest[key]))
      .map((key): Reason => ({ kind: 'brand', what: key })),
    ...switched
      .filter((flag) => flagsBefore[flag] !== flags[flag])
      .map((flag): Reason => ({ kind: 'flag', what: `${flag} ${flags[flag] ? 'on' : 'off'}` })),
    ...(differs(languagesBefore, languages)
      ? [{ kind: 'language' as const, what: `${values(languagesBefore)} → ${values(languages)}` }]
      : []),
  ];
}

/** Says a file's reason (`flag:feedback+language:is|…`) as a kind, and in words. */
function kindOf(reason: string): Reason {
  const parts = (word: string): string[] => [
    ...new Set([...reason.matchAll(new RegExp(`${word}:(\\w+)`, 'g'))].map(([, name = '']) => name)),
  ];
  const [flags, languages] = [parts('flag'), parts('language')];
  if (languages.length === 0 && flags.length === 0) return { kind: 'shared code', what: '' };
  if (languages.length === 0) return { kind: 'flag', what: flags.join(' or ') };
  return { kind: 'language', what: `${languages.join(' or ')}${flags.length > 0 ? `, ${flags.join(' or ')}` : ''}` };
}

/** Files of the app that are there for a reason which both revisions know; what came or went with a switch is said by the switch. */
function fileReasons(before: TenantState, after: TenantState): Reason[] {
  const reasons = Object.keys(after.files).filter((reason) => before.files[reason]);
  return reasons.flatMap((reason): Reason[] => {
    const [old = [], now = []] = [before.files[reason], after.files[reason]];
    const has = (list: typeof now, sha256: string): boolean => list.some((file) => file.sha256 === sha256);
    const changed = now.filter(({ sha256 }) => !has(old, sha256));
    const removed = old.filter(({ sha256 }) => !has(now, sha256));
    if (changed.length === 0 && removed.length === 0) return [];
    const { kind, what } = kindOf(reason);
    const files = named(changed.length > 0 ? changed : removed);
    return [{ kind, what: what ? `${what}: ${files}` : files }];
  });
}

/** Why a deployment's bundle differs between two revisions; empty when the digests are equal. */
export function reasonsFor(before: TenantState | undefined, after: TenantState | undefined): Reason[] {
  if (!before || !after) return after ? [{ kind: 'new', what: after.version }] : [{ kind: 'gone', what: '' }];
  if (before.digest === after.digest) return [];
  const drawings = [...new Set([...Object.keys(before.brand), ...Object.keys(after.brand)])]
    .filter((name) => before.brand[name] !== after.brand[name])
    .map((name): Reason => ({ kind: 'brand', what: name }));
  const reasons = [
    ...manifestReasons(before.tenant, after.tenant),
    ...drawings,
    ...fileReasons(before, after),
    ...(before.page === after.page ? [] : [{ kind: 'shared code' as const, what: 'index.html' }]),
  ];
  return reasons.length > 0 ? reasons : [{ kind: 'shared code', what: 'how files are named or ordered' }];
}
