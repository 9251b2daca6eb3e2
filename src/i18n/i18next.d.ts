import 'i18next';

type Words<File> = File extends { default: infer Json } ? Json : File;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    /** English defines all keys: one entry per namespace, with the texts that need a flag. */
    resources: {
      absences: Words<typeof import('./locales/en/absences.json')>;
      administration: Words<typeof import('./locales/en/administration.json')>;
      app: Words<typeof import('./locales/en/app.json')>;
      arrange: Words<typeof import('./locales/en/arrange.json')>;
      audit: Words<typeof import('./locales/en/audit.json')>;
      auth: Words<typeof import('./locales/en/auth.json')>;
      calendar: Words<typeof import('./locales/en/calendar.json')> &
        Words<typeof import('./locales/en/calendar.absences.json')> &
        Words<typeof import('./locales/en/calendar.emergencySchedules.json')> &
        Words<typeof import('./locales/en/calendar.reservations.json')> &
        Words<typeof import('./locales/en/calendar.transcription.json')>;
      chart: Words<typeof import('./locales/en/chart.json')>;
      closureCategories: Words<typeof import('./locales/en/closureCategories.json')>;
      contacts: Words<typeof import('./locales/en/contacts.json')>;
      crud: Words<typeof import('./locales/en/crud.json')>;
      demoAuth: Words<typeof import('./locales/en/demoAuth.json')>;
      departments: Words<typeof import('./locales/en/departments.json')>;
      emailLinks: Words<typeof import('./locales/en/emailLinks.json')>;
      enterCode: Words<typeof import('./locales/en/enterCode.json')>;
      errors: Words<typeof import('./locales/en/errors.json')>;
      feedback: Words<typeof import('./locales/en/feedback.json')>;
      files: Words<typeof import('./locales/en/files.json')>;
      interpretations: Words<typeof import('./locales/en/interpretations.json')> &
        Words<typeof import('./locales/en/interpretations.relay.json')> &
        Words<typeof import('./locales/en/interpretations.transcription.json')> &
        Words<typeof import('./locales/en/interpretations.recordings.json')>;
      guide: Words<typeof import('./locales/en/guide.json')>;
      live: Words<typeof import('./locales/en/live.json')>;
      offline: Words<typeof import('./locales/en/offline.json')>;
      languages: Words<typeof import('./locales/en/languages.json')>;
      nationalId: Words<typeof import('./locales/en/nationalId.json')>;
      nationalIds: Words<typeof import('./locales/en/nationalIds.json')>;
      singleSignOn: Words<typeof import('./locales/en/singleSignOn.json')>;
      setup: Words<typeof import('./locales/en/setup.json')>;
      serviceAccounts: Words<typeof import('./locales/en/serviceAccounts.json')>;
      calendarFeeds: Words<typeof import('./locales/en/calendarFeeds.json')>;
      notifications: Words<typeof import('./locales/en/notifications.json')> &
        Words<typeof import('./locales/en/notifications.webPush.json')>;
      webhooks: Words<typeof import('./locales/en/webhooks.json')>;
      imports: Words<typeof import('./locales/en/imports.json')>;
      workAccounts: Words<typeof import('./locales/en/workAccounts.json')>;
      online: Words<typeof import('./locales/en/online.json')>;
      overview: Words<typeof import('./locales/en/overview.json')> &
        Words<typeof import('./locales/en/overview.emergencySchedules.json')>;
      ownEmail: Words<typeof import('./locales/en/ownEmail.json')>;
      ownPassword: Words<typeof import('./locales/en/ownPassword.json')>;
      palette: Words<typeof import('./locales/en/palette.json')>;
      partnerCategories: Words<typeof import('./locales/en/partnerCategories.json')>;
      partnerUsers: Words<typeof import('./locales/en/partnerUsers.json')>;
      videos: Words<typeof import('./locales/en/videos.json')>;
      partners: Words<typeof import('./locales/en/partners.json')>;
      passwords: Words<typeof import('./locales/en/passwords.json')>;
      privacy: Words<typeof import('./locales/en/privacy.json')>;
      proof: Words<typeof import('./locales/en/proof.json')>;
      queues: Words<typeof import('./locales/en/queues.json')> & Words<typeof import('./locales/en/queues.relay.json')>;
      registration: Words<typeof import('./locales/en/registration.json')>;
      reports: Words<typeof import('./locales/en/reports.json')> &
        Words<typeof import('./locales/en/reports.relay.json')> &
        Words<typeof import('./locales/en/reports.transcription.json')>;
      reservations: Words<typeof import('./locales/en/reservations.json')> &
        Words<typeof import('./locales/en/reservations.emergencySchedules.json')> &
        Words<typeof import('./locales/en/reservations.transcription.json')>;
      ownSignIn: Words<typeof import('./locales/en/ownSignIn.json')> &
        Words<typeof import('./locales/en/ownSignIn.twoFactor.json')>;
      shell: Words<typeof import('./locales/en/shell.json')>;
      securityEvents: Words<typeof import('./locales/en/securityEvents.json')>;
      retention: Words<typeof import('./locales/en/retention.json')>;
      sliders: Words<typeof import('./locales/en/sliders.json')>;
      ui: Words<typeof import('./locales/en/ui.json')>;
      users: Words<typeof import('./locales/en/users.json')> &
        Words<typeof import('./locales/en/users.singleSignOn.json')>;
      venues: Words<typeof import('./locales/en/venues.json')>;
      versions: Words<typeof import('./locales/en/versions.json')>;
    };
  }
}
