import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { RecordPath } from '../../../contract/collection.ts';
import {
  NewPushDevice,
  NotificationMarks,
  NotificationNews,
  NotificationSettings,
  NotificationsPage,
  NotificationsQuery,
  PushDeviceChanges,
  PushDevices,
} from '../../../contract/notifications.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createNotifications, type Notifications } from './ownNotifications.ts';

const tags = ['notifications'];
const config = { policy: signedIn } as const;
const ofPush = { policy: signedIn, flag: 'webPush' } as const;

/** The caller’s notifications, and whether they get e-mails. */
function serveNotifications(app: TypedApp, notifications: Notifications): void {
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
        description:
          'Unread, of the last minute, the oldest first. None where push messages exist and the device of this session is not switched on.',
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
        summary: 'Mark notifications as read',
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
      schema: { summary: 'Whether the caller gets e-mails', tags, response: { 200: NotificationSettings } },
    },
    (request) => notifications.settings(request),
  );

  app.patch(
    '/notifications/settings/',
    {
      config,
      schema: {
        summary: 'Switch e-mails on or off',
        description: 'Urgent ones are always sent.',
        tags,
        body: NotificationSettings,
        response: { 200: NotificationSettings },
      },
    },
    (request) => notifications.change(request, request.body),
  );
}

/** The caller’s devices for push messages. */
function serveDevices(app: TypedApp, notifications: Notifications): void {
  app.get(
    '/notifications/push/',
    {
      config: ofPush,
      schema: {
        summary: 'The devices for push messages',
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

  app.patch(
    '/notifications/push/:id/',
    {
      config: ofPush,
      schema: {
        summary: 'Switch a device on or off',
        tags,
        params: RecordPath,
        body: PushDeviceChanges,
        response: { 200: PushDevices },
      },
    },
    (request) => notifications.switchDevice(request, request.params.id, request.body),
  );
}

/** `notifications/`: what the caller was notified of, whether they get e-mails, and their devices. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const notifications = createNotifications(services);
    serveNotifications(app, notifications);
    serveDevices(app, notifications);
  };
