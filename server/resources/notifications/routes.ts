import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  NewPushDevice,
  NotificationMarks,
  NotificationNews,
  NotificationSettings,
  NotificationSettingsChanges,
  NotificationsPage,
  NotificationsQuery,
  PushDevices,
} from '../../../contract/notifications.ts';
import { sendRecord } from '../../collection/etag.ts';
import { NoContent } from '../../http/noContent.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';

const tags = ['notifications'];
const config = { policy: signedIn } as const;
const ofPush = { policy: signedIn, flag: 'webPush' } as const;

/** `notifications/`: what the caller was notified of, what they want to be notified of, and their devices. */
export const routes =
  ({ notifications }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/notifications/',
      {
        config,
        schema: {
          summary: 'The caller’s notifications',
          description: 'Of the last 90 days, the newest first.',
          tags,
          querystring: NotificationsQuery,
          response: { 200: NotificationsPage },
        },
      },
      (request) => notifications.list(request, request.query),
    );

    app.get(
      '/notifications/news/',
      {
        config,
        schema: {
          summary: 'What an open page shows as notifications of the browser',
          description: 'Unread, of the last minute, the oldest first.',
          tags,
          response: { 200: NotificationNews },
        },
      },
      (request) => notifications.news(request),
    );

    app.post(
      '/notifications/marks/',
      {
        config,
        schema: {
          summary: 'Mark notifications as seen or read',
          tags,
          body: NotificationMarks,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await notifications.mark(request, request.body);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/notifications/settings/',
      {
        config,
        schema: { summary: 'What the caller is notified of, and how', tags, response: { 200: NotificationSettings } },
      },
      async (request, reply) => sendRecord(reply, await notifications.settings(request)),
    );

    app.patch(
      '/notifications/settings/',
      {
        config,
        schema: {
          summary: 'Change what the caller is notified of',
          description:
            'Kinds that the role is not notified of, and channels that cannot be switched off, have no effect.',
          tags,
          headers: UpdateHeaders,
          body: NotificationSettingsChanges,
          response: { 200: NotificationSettings },
        },
      },
      async (request, reply) => sendRecord(reply, await notifications.change(request, request.body)),
    );

    app.get(
      '/notifications/push/',
      {
        config: ofPush,
        schema: {
          summary: 'The devices that get push messages',
          description: 'Devices get them while the session lasts in which they were added.',
          tags,
          response: { 200: PushDevices },
        },
      },
      (request) => notifications.devices(request),
    );

    app.post(
      '/notifications/push/',
      {
        config: ofPush,
        schema: {
          summary: 'Add a device for push messages',
          tags,
          body: NewPushDevice,
          response: { 201: PushDevices },
        },
      },
      async (request, reply) => reply.code(201).send(await notifications.addDevice(request, request.body)),
    );

    app.post(
      '/notifications/push/resume/',
      {
        config: ofPush,
        schema: {
          summary: 'Use a device again that the caller has added in a former session',
          description: '404 if the caller has not added it.',
          tags,
          body: Type.Pick(NewPushDevice, ['endpoint'], { additionalProperties: false }),
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await notifications.resumeDevice(request, request.body.endpoint);
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/notifications/push/:id/',
      {
        config: ofPush,
        schema: { summary: 'Remove a device', tags, params: RecordPath, response: { 204: NoContent } },
      },
      async (request, reply) => {
        await notifications.removeDevice(request, request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
