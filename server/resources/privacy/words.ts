import type english from '../../../src/i18n/locales/en/node/privacy.json';
import { regionalTexts } from '../../regionalTexts.ts';

/** The texts of the PDF about a person. */
export type Words = typeof english;

/** The texts in a language, with the differences of the deployment's country. */
export const privacyTexts = regionalTexts<Words>('privacy.json');
