import { limits } from '../../auth/limits.ts';
import { isSameCode, tokenHash } from '../../auth/secrets.ts';
import { chargeAll } from '../../auth/throttle.ts';
import type { Trx } from '../../collection/write.ts';
import { ApiProblem } from '../../problem.ts';
import { type Challenge, type ChallengeKey, findChallenge, takeGuess, spendChallenge } from './repository.ts';

/** The digits of a pasted code: some mail programs add spaces or a dash. @throws ApiProblem invalid */
export function digitsOf(code: string): string {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) throw new ApiProblem('invalid', { errors: { code: ['invalid'] } });
  return digits;
}

/** Why a challenge accepts no guess or resend now: it has ended, has no guesses left, or its code was just sent. */
export function whyClosed(challenge: Challenge | undefined, now: Date): ApiProblem {
  if (!challenge || challenge.used || challenge.expires <= now) return new ApiProblem('otp_expired');
  if (challenge.guesses >= limits.otpGuesses) return new ApiProblem('otp_exhausted', { attempts_left: 0 });
  const wait = challenge.sent.getTime() + limits.otpResend - now.getTime();
  return new ApiProblem('too_many_requests', { retry_after: Math.max(1, Math.ceil(wait / 1000)) });
}

/**
 * Takes one guess and, if it is correct, consumes the challenge and returns its user id. A wrong guess is returned
 * instead of thrown, so that the transaction commits the count of guesses.
 * @param guess.code six digits
 */
export async function guessCode(
  trx: Trx,
  { otpToken, code, now, ...use }: Omit<ChallengeKey, 'tokenHash'> & { otpToken: string; code: string; now: Date },
): Promise<string | ApiProblem> {
  const key = { ...use, tokenHash: tokenHash(otpToken) };
  const open = await takeGuess(trx, key, now);
  if (!open) return whyClosed(await findChallenge(trx, key), now);
  await chargeAll(trx, [{ under: limits.slowdowns.guessesPerAccount, key: open.user_id }], now);
  if (!isSameCode(open.code_hash, otpToken, code)) {
    const attempts_left = limits.otpGuesses - open.guesses;
    return new ApiProblem(attempts_left > 0 ? 'otp_wrong' : 'otp_exhausted', { attempts_left });
  }
  return (await spendChallenge(trx, key.tokenHash, now)) ? open.user_id : new ApiProblem('otp_expired');
}
