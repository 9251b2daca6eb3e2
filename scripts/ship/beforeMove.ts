import type { Command } from 'commander';
import { CommandError } from '../../server/CommandError.ts';
import type { Repository } from '../image/Repository.ts';
import { findAdvisories, findingLine, refusedFindings } from './advisories.ts';
import {
  type AdvisoryOptions,
  advisoryOptions,
  type AdvisoryRules,
  advisoryRules,
  pastLine,
} from './advisoryOptions.ts';
import { attachedDocument } from './attach.ts';
import { billType } from './billOfMaterials.ts';
import { type Keys, signingKey, verifyingKey } from './envelope.ts';
import { packagesOfBill } from './installedPackages.ts';
import { provenanceType } from './provenance.ts';
import { billStatement, signImage, verifyImage } from './signatures.ts';

/** What an image has to pass before `current` may point to it. Keys sign or check it, its bill of materials and its provenance. */
export type Guards = Keys & {
  advisories: AdvisoryRules | null;
};

/** The options of `guardOptions` as commander parses them. */
export type GuardOptions = AdvisoryOptions & { signKey?: string; verifyKey?: string };

/** Adds the options of signatures and advisories to a command. */
export function guardOptions(command: Command): Command {
  return advisoryOptions(
    command
      .option(
        '--sign-key <pem>',
        'sign with this ECDSA P-256 key, a file or a text (default: SIGN_KEY; SIGN_PASSWORD opens it)',
      )
      .option('--verify-key <pem>', 'refuse what this public key does not verify (default: VERIFY_KEY)'),
  );
}

/** The keys that options and environment give. @throws CommandError for a key that cannot be used */
export function keysOf(options: Pick<GuardOptions, 'signKey' | 'verifyKey'>): Keys {
  const { SIGN_KEY, SIGN_PASSWORD, VERIFY_KEY } = process.env;
  const [sign, verify] = [options.signKey ?? SIGN_KEY, options.verifyKey ?? VERIFY_KEY];
  return {
    signKey: sign ? signingKey(sign, SIGN_PASSWORD) : null,
    verifyKey: verify ? verifyingKey(verify) : null,
  };
}

/**
 * The guards that options and environment ask for.
 * @throws CommandError for a key, or a list of accepted advisories, that cannot be used.
 */
export async function guardsOf(options: GuardOptions): Promise<Guards> {
  return {
    ...keysOf(options),
    advisories: options.osv.length > 0 ? await advisoryRules(options, new Date()) : null,
  };
}

/** The guards of a rollback: it must not fail because an old version has advisories, and it signs nothing new. */
export function forRollback({ verifyKey }: Guards): Guards {
  return { signKey: null, verifyKey, advisories: null };
}

function checkAdvisories(shown: string, bill: Buffer, { paths, limit, accepted, past }: AdvisoryRules): void {
  const { findings } = findAdvisories(packagesOfBill(bill), paths);
  const refused = refusedFindings(findings, limit, accepted);
  const rest = findings.filter((finding) => !refused.includes(finding));
  // To stderr, so that programs can read the result from stdout.
  if (rest.length > 0)
    console.error(`${shown}: advisories that do not stop the release:\n  ${rest.map(findingLine).join('\n  ')}`);
  if (refused.length === 0) return;
  throw new CommandError(
    `${shown} has packages with advisories rated ${limit} or higher. "current" was not moved. Update them, or accept one in the file of --accepted:\n  ${[...refused.map(findingLine), ...past.map(pastLine)].join('\n  ')}`,
  );
}

/**
 * Signs and checks a pushed image before `current` moves to it. It reads bill of materials and provenance from the registry, so
 * it can be repeated, and covers images that were shipped earlier.
 * @throws CommandError when the image does not pass; `current` must then stay.
 */
export async function beforeMove(repository: Repository, digest: string, guards: Guards): Promise<void> {
  const { signKey, verifyKey, advisories } = guards;
  const shown = `${repository.shownName}@${digest}`;
  if (advisories || signKey) {
    const bill = await attachedDocument(repository, digest, billType);
    const provenance = await attachedDocument(repository, digest, provenanceType);
    if (!bill || !provenance)
      throw new CommandError(`${shown} has no bill of materials or provenance, so it cannot be signed or searched.`);
    if (advisories) checkAdvisories(shown, bill, advisories);
    if (signKey)
      await signImage(repository, digest, [billStatement(repository.shownName, digest, bill), provenance], signKey);
  }
  if (verifyKey) await verifyImage(repository, digest, verifyKey);
}
