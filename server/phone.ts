import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Deployment } from './deployment.ts';
import { ApiProblem } from './problem.ts';

/**
 * A telephone number as stored (E.164), from its typed form: with a country prefix, or as dialled in the deployment's
 * country.
 * @param field the form field for an error
 * @throws ApiProblem phone_invalid; phone_extension, because E.164 has no extensions
 */
export function phoneOf(typed: string, field: string, { phoneCountry }: Pick<Deployment, 'phoneCountry'>): string {
  const home = phoneCountry !== null && isSupportedCountry(phoneCountry) ? phoneCountry : undefined;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: home, extract: false });
  if (!number?.isValid()) throw new ApiProblem('invalid', { errors: { [field]: ['phone_invalid'] } });
  if (number.ext) throw new ApiProblem('invalid', { errors: { [field]: ['phone_extension'] } });
  return number.number;
}
