import { expect, test } from '@jest/globals';
import { approvalStatuses } from './approval.ts';
import { pageSize } from './bounds.ts';
import { outputs, rangeBounds } from './figureNames.ts';
import {
  captionTypes,
  locationTypes,
  mediaKinds,
  queueTypes,
  recordingStates,
  serviceKinds,
  sessionModes,
} from './interpretations.ts';
import { languages } from './languages.ts';
import { roles } from './roles.ts';
import { repeats, scheduleSources } from './schedules.ts';
import { shiftStates } from './schedules.ts';

// R150, R151, R152, R153, R154, R155, R156, R157, R159, R160, R161, R163, R164
test.each([
  ['roles', roles, 'interpreter, deaf, manager, owner, partner'],
  ['approvals', approvalStatuses, 'rejected, approved, pending'],
  ['repeats', repeats, 'once, weekdays, daily, weekly'],
  ['locations', locationTypes, 'remote, site'],
  ['sources', scheduleSources, 'external, platform'],
  ['services', serviceKinds, 'interpretation, transcription, both'],
  ['captions', captionTypes, 'chat, caption'],
  ['queues', queueTypes, 'emergency, commercial, incoming_call, social'],
  ['states of a schedule', shiftStates, 'enabled, disabled, completed'],
  ['media', mediaKinds, 'audio, video'],
  ['states of a recording', recordingStates, 'in_progress, pending, processing, ready'],
  ['modes', sessionModes, 'VRI, VRS'],
  ['outputs', outputs, 'csv, docx, html, objects, pdf, rows, xlsx'],
])('%s: exactly the required values', (_, values, specified) => {
  expect([...values].toSorted()).toEqual(specified.split(', ').toSorted());
});

// R135
test('the required languages can be offered, under their codes', () => {
  expect(languages).toEqual(expect.arrayContaining(['en', 'lt', 'es', 'ee', 'pt', 'sk', 'is']));
});

// R201, R204
test('dates span two centuries, and a list page has ten records by default', () => {
  expect(rangeBounds).toMatchObject({ first: '1900-01-01', last: '2099-12-31' });
  expect(pageSize.default).toBe(10);
});
