import type {
  NewPushDevice,
  NotificationMarks,
  NotificationNews,
  NotificationSettings,
  NotificationsPage,
  PushDeviceChanges,
  PushDevices,
} from '../../contract/notifications.ts';
import { get, patch, post } from './http.ts';
import { query } from './query.ts';

const path = 'notifications/';
const push = `${path}push/`;
const settings = `${path}settings/`;

/** `notifications/`: what the signed-in person was notified of, whether they get e-mails, and their devices. */
export const notifications = {
  path,
  list: (params: { page: number; page_size: number; unread?: true }) => query<NotificationsPage>(path, params),
  /** What an open page shows as notifications of the browser. */
  news: (): Promise<NotificationNews> => get(`${path}news/`),
  mark: (marks: NotificationMarks): Promise<void> => post(`${path}marks/`, marks),
  settings: query<NotificationSettings>(settings),
  change: (choice: NotificationSettings): Promise<NotificationSettings> => patch(settings, choice),
  /** The devices for push messages, and the key with which browsers subscribe. */
  devices: query<PushDevices>(push),
  addDevice: (device: NewPushDevice): Promise<PushDevices> => post(push, device),
  /** Uses this browser again, which the person has added in a former session. */
  resumeDevice: (endpoint: string): Promise<void> => post(`${push}resume/`, { endpoint }),
  switchDevice: (id: string, changes: PushDeviceChanges): Promise<PushDevices> => patch(`${push}${id}/`, changes),
};
