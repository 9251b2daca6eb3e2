import type {
  NewPushDevice,
  NotificationMarks,
  NotificationNews,
  NotificationSettings,
  NotificationSettingsChanges,
  NotificationsPage,
  PushDevices,
} from '../../contract/notifications.ts';
import { get, patch, post, remove } from './http.ts';
import { query } from './query.ts';

const path = 'notifications/';
const push = `${path}push/`;
const settings = `${path}settings/`;

/** `notifications/`: what the signed-in person was notified of, and how they want to be notified. */
export const notifications = {
  path,
  list: (params: { page: number; page_size: number; unread?: true }) => query<NotificationsPage>(path, params),
  /** What an open page shows as notifications of the browser. */
  news: (): Promise<NotificationNews> => get(`${path}news/`),
  mark: (marks: NotificationMarks): Promise<void> => post(`${path}marks/`, marks),
  settings: query<NotificationSettings>(settings),
  change: (etag: string, changes: NotificationSettingsChanges): Promise<NotificationSettings> =>
    patch(settings, changes, { ifMatch: etag }),
  /** The devices that get push messages, and the key with which browsers subscribe. */
  devices: query<PushDevices>(push),
  addDevice: (device: NewPushDevice): Promise<PushDevices> => post(push, device),
  /** Uses this browser again, which the person has added in a former session. */
  resumeDevice: (endpoint: string): Promise<void> => post(`${push}resume/`, { endpoint }),
  removeDevice: (id: string): Promise<void> => remove(`${push}${id}/`),
};
