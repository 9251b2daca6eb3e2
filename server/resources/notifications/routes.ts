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
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createNotifications, type Notifications } from './ownNotifications.ts';

const ownRoute = routeOptions('notifications', { policy: signedIn });
const ofPush = routeOptions('notifications', { policy: signedIn, flag: 'webPush' });

/** The caller’s notifications, and whether they get e-mails. */
function serveNotifications(app: TypedApp, notifications: Notifications): void {
  app.get(
    '/notifications/',
    ownRoute({
      summary: 'The caller’s notifications',
      description: 'Of the last 90 days, the newest first.',
      querystring: NotificationsQuery,
      response: { 200: NotificationsPage },
    }),
    (request) => notifications.list(request, request.query),
  );

  app.get(
    '/notifications/news/',
    ownRoute({
      summary: 'What an open page shows as notifications of the browser',
      description:
        'Unread, of the last minute, the oldest first. None where push messages exist and the device of this session is not switched on.',
      response: { 200: NotificationNews },
    }),
    (request) => notifications.news(request),
  );

  app.post(
    '/notifications/marks/',
    ownRoute({
      summary: 'Mark notifications as read',
      body: NotificationMarks,
      response: { 204: NoContent },
    }),
    (request) => notifications.mark(request, request.body),
  );

  app.get(
    '/notifications/settings/',
    ownRoute({ summary: 'Whether the caller gets e-mails', response: { 200: NotificationSettings } }),
    (request) => notifications.settings(request),
  );

  app.patch(
    '/notifications/settings/',
    ownRoute({
      summary: 'Switch e-mails on or off',
      description: 'Urgent ones are always sent.',
      body: NotificationSettings,
      response: { 200: NotificationSettings },
    }),
    (request) => notifications.change(request, request.body),
  );
}

/** The caller’s devices for push messages. */
function serveDevices(app: TypedApp, notifications: Notifications): void {
  app.get(
    '/notifications/push/',
    ofPush({
      summary: 'The devices for push messages',
      description: 'Devices get them while the session lasts in which they were added.',
      response: { 200: PushDevices },
    }),
    (request) => notifications.devices(request),
  );

  app.post(
    '/notifications/push/',
    ofPush({
      summary: 'Add a device for push messages',
      body: NewPushDevice,
      response: { 201: PushDevices },
    }),
    (request) => notifications.addDevice(request, request.body),
  );

  app.post(
    '/notifications/push/resume/',
    ofPush({
      summary: 'Use a device again that the caller has added in a former session',
      description: '404 if the caller has not added it.',
      body: Type.Pick(NewPushDevice, ['endpoint'], { additionalProperties: false }),
      response: { 204: NoContent },
    }),
    (request) => notifications.resumeDevice(request, request.body.endpoint),
  );

  app.patch(
    '/notifications/push/:id/',
    ofPush({
      summary: 'Switch a device on or off',
      params: RecordPath,
      body: PushDeviceChanges,
      response: { 200: PushDevices },
    }),
    (request) => notifications.switchDevice(request, request.params.id, request.body),
  );
}

/** `notifications/`: what the caller was notified of, whether they get e-mails, and their devices. */
export function routes(app: TypedApp, services: Services): void {
  const notifications = createNotifications(services);
  serveNotifications(app, notifications);
  serveDevices(app, notifications);
}
