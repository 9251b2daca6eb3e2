import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Flag, type Flags, flags, manifestFlags } from '../../contract/flags.ts';
import { BuildRoot } from '../support/buildRoot.ts';

/** What a deployment without the flag must not contain: features, and English texts, written by hand. */
const codeOf: Record<Flag, string[]> = {
  twoFactor: ['feature:enterCode', 'Add an authenticator app'],
  nationalId: ['feature:nationalId', 'feature:nationalIds'],
  registration: ['feature:registration'],
  demoAuth: ['feature:demoAuth'],
  online: ['feature:online'],
  live: ['feature:offline'],
  relay: ['Incoming calls'],
  transcription: ['Interpretation and transcription', 'Text as'],
  recordings: ['Process pending recordings', 'Why do you open this recording?'],
  reservations: ['feature:reservations'],
  absences: ['feature:absences'],
  emergencySchedules: ['Emergency schedule', 'Only emergency', 'Not an emergency'],
  queues: ['feature:queues'],
  departments: ['feature:departments'],
  videos: ['feature:videos'],
  sliders: ['feature:sliders'],
  feedback: ['feature:feedback'],
  singleSignOn: [
    'feature:singleSignOn',
    'feature:workAccounts',
    'Sign in with Contoso',
    'which would overwrite a change made here',
  ],
  webPush: ['Switch on here'],
};

/** The property of the manifest that switches single sign-on on. */
const singleSignOn = {
  issuer: 'https://login.example',
  clientId: 'signboard',
  name: 'Contoso',
  domains: ['contoso.example'],
  claims: { roles: { claim: 'roles', map: { Managers: 'manager' } } },
};

const everyFlag = (isOn: boolean) => Object.fromEntries(manifestFlags.map((flag) => [flag, isOn])) as Flags;

let root: BuildRoot;
let all: ReturnType<BuildRoot['buildJson']>;

beforeAll(() => {
  root = new BuildRoot(['dev', 'canadavri'], 'app');
  root.editManifest('dev', { flags: everyFlag(true), languages: ['en'], singleSignOn });
  all = root.buildJson(['--no-compress']);
});
afterAll(() => root.remove());

/** Which of some texts the served files of a bundle contain. */
const found = (id: string, texts: string[]) => texts.filter((text) => root.holds(id, text));

it('a deployment with every flag contains the code of each', () => {
  expect(all.failed).toEqual([]);
  const expected = Object.values(codeOf).flat();
  expect(found('dev', expected)).toEqual(expected);
});

describe('a flag that is off removes its code', () => {
  it.each(flags)('%s', (flag) => {
    root.editManifest('dev', {
      flags: everyFlag(true),
      singleSignOn,
      webPush: true,
      ...(flag === 'singleSignOn' ? { singleSignOn: null } : {}),
      ...(flag === 'webPush' ? { webPush: false } : {}),
      ...(manifestFlags.some((name) => name === flag) ? { flags: { ...everyFlag(true), [flag]: false } } : {}),
    });
    const { failed, built } = root.buildJson(['dev', '--no-compress']);
    expect(failed).toEqual([]);
    expect(found('dev', codeOf[flag])).toEqual([]);
    const bytes = (result: typeof all) => result.built.find(({ id }) => id === 'dev')?.total ?? 0;
    expect(bytes({ ...all, built })).toBeLessThan(bytes(all));
    expect(all.flagBytes[flag]).toBeGreaterThan(0);
  });

  it('in a real deployment: without emergency schedules and relay, their words are absent', () => {
    expect(found('canadavri', ['Emergency schedule', 'Incoming calls'])).toEqual([]);
  });
});

it('the table of the build shows the bytes of each flag', () => {
  const { out } = root.build(['--no-compress']);
  for (const flag of flags) expect(out).toMatch(new RegExp(`^${flag} +\\d+\\.\\d +[012]$`, 'm'));
});
