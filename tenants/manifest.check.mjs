// Written by `npm run tenants -- schema` from schema.ts.
const Guard = { CodePointCount: (text) => [...text].length };
const Hashing = { Hash: (value) => JSON.stringify(value) };
const External = [
  /(^\$schema$|^id$|^extends$|^brand$|^customer$|^country$|^stage$|^timeZone$|^version$|^ring$|^languages$|^palette$|^drawing$|^progress$|^flags$|^allowedRoles$|^reservedQueuePriorities$|^recordingReason$|^recordingWatermark$|^retention$|^sessionHours$|^sessionIdleMinutes$|^handBackHours$|^answerHours$|^leaveNeedsApproval$|^serviceLevelSeconds$|^workingTime$|^holidays$|^officeHours$|^singleSignOn$|^webPush$|^phoneCountry$|^support$|^securityContact$)/u,
  /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/u,
  /^[A-Z]{2}$/u,
  /(^accent$|^accentDark$|^highlight$|^panel$|^neutral$)/u,
  /^#[0-9a-fA-F]{6}$/u,
  /^#[0-9a-fA-F]{6}$/u,
  /^#[0-9a-fA-F]{6}$/u,
  /^#[0-9a-fA-F]{6}$/u,
  /^#[0-9a-fA-F]{6}$/u,
  /^#[0-9a-fA-F]{6}$/u,
  /(^twoFactor$|^nationalId$|^registration$|^demoAuth$|^online$|^live$|^relay$|^transcription$|^recordings$|^reservations$|^emergencySchedules$|^absences$|^queues$|^departments$|^videos$|^sliders$|^feedback$)/u,
  /(^recordings$|^security_events$|^audit$|^interpretations$|^reservations$|^absences$|^feedback$)/u,
  /(^hoursPerDay$|^hoursPerWeek$|^rest$|^aloneMinutes$)/u,
  /(^limit$|^onExcess$)/u,
  /(^limit$|^onExcess$)/u,
  /(^limit$|^onExcess$)/u,
  /(^limit$|^onExcess$)/u,
  /^[A-Z]{2}(-[A-Z0-9]{1,6}){0,2}$/u,
  /^([01][0-9]|2[0-3]):[0-5][0-9]$/u,
  /^([01][0-9]|2[0-3]):[0-5][0-9]$/u,
  /(^issuer$|^clientId$|^name$|^domains$|^claims$|^scopes$|^required$|^isFirst$|^secondFactor$)/u,
  /^https?:\/\/[^\s?#]+$/u,
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/u,
  /(^roles$|^departments$)/u,
  /^.{1,200}$/u,
  /^.{1,200}$/u,
  /^[\x21\x23-\x5b\x5d-\x7e]+$/u,
  /^[A-Z]{2}$/u,
  /(^email$|^phone$|^url$)/u,
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$/u,
  /^\+[1-9][0-9 ]{5,18}[0-9]$/u,
  /^https:\/\/[^\s/]+(\/\S*)?$/u,
  /^([^\s@:/]+@[^\s@/]+\.[^\s@/]+|https:\/\/[^\s/]+(\/\S*)?)$/u,
];
const check_0 = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  'id' in value &&
  'brand' in value &&
  'version' in value &&
  Object.getOwnPropertyNames(value).every((unique_0, unique_1) => External[0].test(unique_0) || false) &&
  (value.$schema === undefined || !('$schema' in value) || typeof value.$schema === 'string') &&
  typeof value.id === 'string' &&
  (value.id.length <= 40 || (value.id.length <= 80 && Guard.CodePointCount(value.id) <= 40)) &&
  External[1].test(value.id) &&
  (value.extends === undefined || !('extends' in value) || typeof value.extends === 'string') &&
  typeof value.brand === 'string' &&
  (value.brand.length >= 6 || (value.brand.length >= 3 && Guard.CodePointCount(value.brand) >= 3)) &&
  (value.brand.length <= 40 || (value.brand.length <= 80 && Guard.CodePointCount(value.brand) <= 40)) &&
  (value.customer === undefined ||
    !('customer' in value) ||
    (typeof value.customer === 'string' &&
      (value.customer.length >= 2 || (value.customer.length >= 1 && Guard.CodePointCount(value.customer) >= 1)) &&
      (value.customer.length <= 60 || (value.customer.length <= 120 && Guard.CodePointCount(value.customer) <= 60)))) &&
  (value.country === undefined ||
    !('country' in value) ||
    (typeof value.country === 'string' && External[2].test(value.country)) ||
    value.country === null) &&
  (value.stage === undefined || !('stage' in value) || typeof value.stage === 'boolean') &&
  (value.timeZone === undefined || !('timeZone' in value) || typeof value.timeZone === 'string') &&
  typeof value.version === 'string' &&
  (value.ring === undefined ||
    !('ring' in value) ||
    value.ring === 'stage' ||
    value.ring === 'first' ||
    value.ring === 'rest') &&
  (value.languages === undefined ||
    !('languages' in value) ||
    (Array.isArray(value.languages) &&
      value.languages.every(
        (unique_2, index) =>
          unique_2 === 'en' ||
          unique_2 === 'lt' ||
          unique_2 === 'es' ||
          unique_2 === 'ee' ||
          unique_2 === 'pt' ||
          unique_2 === 'sk' ||
          unique_2 === 'is',
      ) &&
      value.languages.length >= 1 &&
      new Set(value.languages.map(Hashing.Hash)).size === value.languages.length)) &&
  (value.palette === undefined ||
    !('palette' in value) ||
    (typeof value.palette === 'object' &&
      value.palette !== null &&
      !Array.isArray(value.palette) &&
      Object.getOwnPropertyNames(value.palette).every((unique_3, unique_4) => External[3].test(unique_3) || false) &&
      (value.palette.accent === undefined ||
        !('accent' in value.palette) ||
        (typeof value.palette.accent === 'string' && External[4].test(value.palette.accent))) &&
      (value.palette.accentDark === undefined ||
        !('accentDark' in value.palette) ||
        (typeof value.palette.accentDark === 'string' && External[5].test(value.palette.accentDark))) &&
      (value.palette.highlight === undefined ||
        !('highlight' in value.palette) ||
        (typeof value.palette.highlight === 'string' && External[6].test(value.palette.highlight))) &&
      (value.palette.panel === undefined ||
        !('panel' in value.palette) ||
        (typeof value.palette.panel === 'string' && External[7].test(value.palette.panel))) &&
      (value.palette.neutral === undefined ||
        !('neutral' in value.palette) ||
        (typeof value.palette.neutral === 'string' && External[8].test(value.palette.neutral))))) &&
  (value.drawing === undefined ||
    !('drawing' in value) ||
    (Number.isInteger(value.drawing) &&
      (!(Number.isFinite(value.drawing) || typeof value.drawing === 'bigint') ||
        (value.drawing >= 1 && value.drawing <= 99)))) &&
  (value.progress === undefined ||
    !('progress' in value) ||
    (typeof value.progress === 'string' && External[9].test(value.progress))) &&
  (value.flags === undefined ||
    !('flags' in value) ||
    (typeof value.flags === 'object' &&
      value.flags !== null &&
      !Array.isArray(value.flags) &&
      Object.getOwnPropertyNames(value.flags).every((unique_5, unique_6) => External[10].test(unique_5) || false) &&
      (value.flags.twoFactor === undefined ||
        !('twoFactor' in value.flags) ||
        typeof value.flags.twoFactor === 'boolean') &&
      (value.flags.nationalId === undefined ||
        !('nationalId' in value.flags) ||
        typeof value.flags.nationalId === 'boolean') &&
      (value.flags.registration === undefined ||
        !('registration' in value.flags) ||
        typeof value.flags.registration === 'boolean') &&
      (value.flags.demoAuth === undefined ||
        !('demoAuth' in value.flags) ||
        typeof value.flags.demoAuth === 'boolean') &&
      (value.flags.online === undefined || !('online' in value.flags) || typeof value.flags.online === 'boolean') &&
      (value.flags.live === undefined || !('live' in value.flags) || typeof value.flags.live === 'boolean') &&
      (value.flags.relay === undefined || !('relay' in value.flags) || typeof value.flags.relay === 'boolean') &&
      (value.flags.transcription === undefined ||
        !('transcription' in value.flags) ||
        typeof value.flags.transcription === 'boolean') &&
      (value.flags.recordings === undefined ||
        !('recordings' in value.flags) ||
        typeof value.flags.recordings === 'boolean') &&
      (value.flags.reservations === undefined ||
        !('reservations' in value.flags) ||
        typeof value.flags.reservations === 'boolean') &&
      (value.flags.emergencySchedules === undefined ||
        !('emergencySchedules' in value.flags) ||
        typeof value.flags.emergencySchedules === 'boolean') &&
      (value.flags.absences === undefined ||
        !('absences' in value.flags) ||
        typeof value.flags.absences === 'boolean') &&
      (value.flags.queues === undefined || !('queues' in value.flags) || typeof value.flags.queues === 'boolean') &&
      (value.flags.departments === undefined ||
        !('departments' in value.flags) ||
        typeof value.flags.departments === 'boolean') &&
      (value.flags.videos === undefined || !('videos' in value.flags) || typeof value.flags.videos === 'boolean') &&
      (value.flags.sliders === undefined || !('sliders' in value.flags) || typeof value.flags.sliders === 'boolean') &&
      (value.flags.feedback === undefined ||
        !('feedback' in value.flags) ||
        typeof value.flags.feedback === 'boolean'))) &&
  (value.allowedRoles === undefined ||
    !('allowedRoles' in value) ||
    (Array.isArray(value.allowedRoles) &&
      value.allowedRoles.every(
        (unique_7, index) => unique_7 === 'interpreter' || unique_7 === 'manager' || unique_7 === 'owner',
      ) &&
      value.allowedRoles.length >= 1 &&
      new Set(value.allowedRoles.map(Hashing.Hash)).size === value.allowedRoles.length)) &&
  (value.reservedQueuePriorities === undefined ||
    !('reservedQueuePriorities' in value) ||
    (Array.isArray(value.reservedQueuePriorities) &&
      value.reservedQueuePriorities.every(
        (unique_8, index) =>
          Number.isInteger(unique_8) &&
          (!(Number.isFinite(unique_8) || typeof unique_8 === 'bigint') || (unique_8 >= 1 && unique_8 <= 99)),
      ) &&
      new Set(value.reservedQueuePriorities.map(Hashing.Hash)).size === value.reservedQueuePriorities.length)) &&
  (value.recordingReason === undefined ||
    !('recordingReason' in value) ||
    typeof value.recordingReason === 'boolean') &&
  (value.recordingWatermark === undefined ||
    !('recordingWatermark' in value) ||
    typeof value.recordingWatermark === 'boolean') &&
  (value.retention === undefined ||
    !('retention' in value) ||
    (typeof value.retention === 'object' &&
      value.retention !== null &&
      !Array.isArray(value.retention) &&
      Object.getOwnPropertyNames(value.retention).every(
        (unique_9, unique_10) => External[11].test(unique_9) || false,
      ) &&
      (value.retention.recordings === undefined ||
        !('recordings' in value.retention) ||
        (Number.isInteger(value.retention.recordings) &&
          (!(Number.isFinite(value.retention.recordings) || typeof value.retention.recordings === 'bigint') ||
            (value.retention.recordings >= 1 && value.retention.recordings <= 3650)))) &&
      (value.retention.security_events === undefined ||
        !('security_events' in value.retention) ||
        (Number.isInteger(value.retention.security_events) &&
          (!(Number.isFinite(value.retention.security_events) || typeof value.retention.security_events === 'bigint') ||
            (value.retention.security_events >= 30 && value.retention.security_events <= 3650)))) &&
      (value.retention.audit === undefined ||
        !('audit' in value.retention) ||
        (Number.isInteger(value.retention.audit) &&
          (!(Number.isFinite(value.retention.audit) || typeof value.retention.audit === 'bigint') ||
            (value.retention.audit >= 365 && value.retention.audit <= 3650))) ||
        value.retention.audit === null) &&
      (value.retention.interpretations === undefined ||
        !('interpretations' in value.retention) ||
        (Number.isInteger(value.retention.interpretations) &&
          (!(Number.isFinite(value.retention.interpretations) || typeof value.retention.interpretations === 'bigint') ||
            (value.retention.interpretations >= 731 && value.retention.interpretations <= 3650))) ||
        value.retention.interpretations === null) &&
      (value.retention.reservations === undefined ||
        !('reservations' in value.retention) ||
        (Number.isInteger(value.retention.reservations) &&
          (!(Number.isFinite(value.retention.reservations) || typeof value.retention.reservations === 'bigint') ||
            (value.retention.reservations >= 366 && value.retention.reservations <= 3650))) ||
        value.retention.reservations === null) &&
      (value.retention.absences === undefined ||
        !('absences' in value.retention) ||
        (Number.isInteger(value.retention.absences) &&
          (!(Number.isFinite(value.retention.absences) || typeof value.retention.absences === 'bigint') ||
            (value.retention.absences >= 31 && value.retention.absences <= 3650))) ||
        value.retention.absences === null) &&
      (value.retention.feedback === undefined ||
        !('feedback' in value.retention) ||
        (Number.isInteger(value.retention.feedback) &&
          (!(Number.isFinite(value.retention.feedback) || typeof value.retention.feedback === 'bigint') ||
            (value.retention.feedback >= 731 && value.retention.feedback <= 3650))) ||
        value.retention.feedback === null))) &&
  (value.sessionHours === undefined ||
    !('sessionHours' in value) ||
    (Number.isInteger(value.sessionHours) &&
      (!(Number.isFinite(value.sessionHours) || typeof value.sessionHours === 'bigint') ||
        (value.sessionHours >= 1 && value.sessionHours <= 168)))) &&
  (value.sessionIdleMinutes === undefined ||
    !('sessionIdleMinutes' in value) ||
    (Number.isInteger(value.sessionIdleMinutes) &&
      (!(Number.isFinite(value.sessionIdleMinutes) || typeof value.sessionIdleMinutes === 'bigint') ||
        (value.sessionIdleMinutes >= 5 && value.sessionIdleMinutes <= 1440))) ||
    value.sessionIdleMinutes === null) &&
  (value.handBackHours === undefined ||
    !('handBackHours' in value) ||
    (Number.isInteger(value.handBackHours) &&
      (!(Number.isFinite(value.handBackHours) || typeof value.handBackHours === 'bigint') ||
        (value.handBackHours >= 0 && value.handBackHours <= 720)))) &&
  (value.answerHours === undefined ||
    !('answerHours' in value) ||
    (Number.isInteger(value.answerHours) &&
      (!(Number.isFinite(value.answerHours) || typeof value.answerHours === 'bigint') ||
        (value.answerHours >= 1 && value.answerHours <= 168)))) &&
  (value.leaveNeedsApproval === undefined ||
    !('leaveNeedsApproval' in value) ||
    typeof value.leaveNeedsApproval === 'boolean') &&
  (value.serviceLevelSeconds === undefined ||
    !('serviceLevelSeconds' in value) ||
    (Number.isInteger(value.serviceLevelSeconds) &&
      (!(Number.isFinite(value.serviceLevelSeconds) || typeof value.serviceLevelSeconds === 'bigint') ||
        (value.serviceLevelSeconds >= 1 && value.serviceLevelSeconds <= 3600)))) &&
  (value.workingTime === undefined ||
    !('workingTime' in value) ||
    (typeof value.workingTime === 'object' &&
      value.workingTime !== null &&
      !Array.isArray(value.workingTime) &&
      Object.getOwnPropertyNames(value.workingTime).every(
        (unique_11, unique_12) => External[12].test(unique_11) || false,
      ) &&
      (value.workingTime.hoursPerDay === undefined ||
        !('hoursPerDay' in value.workingTime) ||
        (typeof value.workingTime.hoursPerDay === 'object' &&
          value.workingTime.hoursPerDay !== null &&
          !Array.isArray(value.workingTime.hoursPerDay) &&
          Object.getOwnPropertyNames(value.workingTime.hoursPerDay).every(
            (unique_13, unique_14) => External[13].test(unique_13) || false,
          ) &&
          (value.workingTime.hoursPerDay.limit === undefined ||
            !('limit' in value.workingTime.hoursPerDay) ||
            (Number.isInteger(value.workingTime.hoursPerDay.limit) &&
              (!(
                Number.isFinite(value.workingTime.hoursPerDay.limit) ||
                typeof value.workingTime.hoursPerDay.limit === 'bigint'
              ) ||
                (value.workingTime.hoursPerDay.limit >= 1 && value.workingTime.hoursPerDay.limit <= 24)))) &&
          (value.workingTime.hoursPerDay.onExcess === undefined ||
            !('onExcess' in value.workingTime.hoursPerDay) ||
            value.workingTime.hoursPerDay.onExcess === 'off' ||
            value.workingTime.hoursPerDay.onExcess === 'warn' ||
            value.workingTime.hoursPerDay.onExcess === 'refuse'))) &&
      (value.workingTime.hoursPerWeek === undefined ||
        !('hoursPerWeek' in value.workingTime) ||
        (typeof value.workingTime.hoursPerWeek === 'object' &&
          value.workingTime.hoursPerWeek !== null &&
          !Array.isArray(value.workingTime.hoursPerWeek) &&
          Object.getOwnPropertyNames(value.workingTime.hoursPerWeek).every(
            (unique_15, unique_16) => External[14].test(unique_15) || false,
          ) &&
          (value.workingTime.hoursPerWeek.limit === undefined ||
            !('limit' in value.workingTime.hoursPerWeek) ||
            (Number.isInteger(value.workingTime.hoursPerWeek.limit) &&
              (!(
                Number.isFinite(value.workingTime.hoursPerWeek.limit) ||
                typeof value.workingTime.hoursPerWeek.limit === 'bigint'
              ) ||
                (value.workingTime.hoursPerWeek.limit >= 1 && value.workingTime.hoursPerWeek.limit <= 168)))) &&
          (value.workingTime.hoursPerWeek.onExcess === undefined ||
            !('onExcess' in value.workingTime.hoursPerWeek) ||
            value.workingTime.hoursPerWeek.onExcess === 'off' ||
            value.workingTime.hoursPerWeek.onExcess === 'warn' ||
            value.workingTime.hoursPerWeek.onExcess === 'refuse'))) &&
      (value.workingTime.rest === undefined ||
        !('rest' in value.workingTime) ||
        (typeof value.workingTime.rest === 'object' &&
          value.workingTime.rest !== null &&
          !Array.isArray(value.workingTime.rest) &&
          Object.getOwnPropertyNames(value.workingTime.rest).every(
            (unique_17, unique_18) => External[15].test(unique_17) || false,
          ) &&
          (value.workingTime.rest.limit === undefined ||
            !('limit' in value.workingTime.rest) ||
            (Number.isInteger(value.workingTime.rest.limit) &&
              (!(Number.isFinite(value.workingTime.rest.limit) || typeof value.workingTime.rest.limit === 'bigint') ||
                (value.workingTime.rest.limit >= 1 && value.workingTime.rest.limit <= 23)))) &&
          (value.workingTime.rest.onExcess === undefined ||
            !('onExcess' in value.workingTime.rest) ||
            value.workingTime.rest.onExcess === 'off' ||
            value.workingTime.rest.onExcess === 'warn' ||
            value.workingTime.rest.onExcess === 'refuse'))) &&
      (value.workingTime.aloneMinutes === undefined ||
        !('aloneMinutes' in value.workingTime) ||
        (typeof value.workingTime.aloneMinutes === 'object' &&
          value.workingTime.aloneMinutes !== null &&
          !Array.isArray(value.workingTime.aloneMinutes) &&
          Object.getOwnPropertyNames(value.workingTime.aloneMinutes).every(
            (unique_19, unique_20) => External[16].test(unique_19) || false,
          ) &&
          (value.workingTime.aloneMinutes.limit === undefined ||
            !('limit' in value.workingTime.aloneMinutes) ||
            (Number.isInteger(value.workingTime.aloneMinutes.limit) &&
              (!(
                Number.isFinite(value.workingTime.aloneMinutes.limit) ||
                typeof value.workingTime.aloneMinutes.limit === 'bigint'
              ) ||
                (value.workingTime.aloneMinutes.limit >= 15 && value.workingTime.aloneMinutes.limit <= 1440)))) &&
          (value.workingTime.aloneMinutes.onExcess === undefined ||
            !('onExcess' in value.workingTime.aloneMinutes) ||
            value.workingTime.aloneMinutes.onExcess === 'off' ||
            value.workingTime.aloneMinutes.onExcess === 'warn' ||
            value.workingTime.aloneMinutes.onExcess === 'refuse'))))) &&
  (value.holidays === undefined ||
    !('holidays' in value) ||
    (typeof value.holidays === 'string' && External[17].test(value.holidays)) ||
    value.holidays === null) &&
  (value.officeHours === undefined ||
    !('officeHours' in value) ||
    (typeof value.officeHours === 'object' &&
      value.officeHours !== null &&
      !Array.isArray(value.officeHours) &&
      'days' in value.officeHours &&
      'from' in value.officeHours &&
      'until' in value.officeHours &&
      Object.getOwnPropertyNames(value.officeHours).length === 3 &&
      Array.isArray(value.officeHours.days) &&
      value.officeHours.days.every(
        (unique_21, index) =>
          unique_21 === 'monday' ||
          unique_21 === 'tuesday' ||
          unique_21 === 'wednesday' ||
          unique_21 === 'thursday' ||
          unique_21 === 'friday' ||
          unique_21 === 'saturday' ||
          unique_21 === 'sunday',
      ) &&
      value.officeHours.days.length >= 1 &&
      new Set(value.officeHours.days.map(Hashing.Hash)).size === value.officeHours.days.length &&
      typeof value.officeHours.from === 'string' &&
      External[18].test(value.officeHours.from) &&
      typeof value.officeHours.until === 'string' &&
      External[19].test(value.officeHours.until)) ||
    value.officeHours === null) &&
  (value.singleSignOn === undefined ||
    !('singleSignOn' in value) ||
    (typeof value.singleSignOn === 'object' &&
      value.singleSignOn !== null &&
      !Array.isArray(value.singleSignOn) &&
      'issuer' in value.singleSignOn &&
      'clientId' in value.singleSignOn &&
      'name' in value.singleSignOn &&
      'domains' in value.singleSignOn &&
      'claims' in value.singleSignOn &&
      Object.getOwnPropertyNames(value.singleSignOn).every(
        (unique_22, unique_23) => External[20].test(unique_22) || false,
      ) &&
      typeof value.singleSignOn.issuer === 'string' &&
      (value.singleSignOn.issuer.length <= 300 ||
        (value.singleSignOn.issuer.length <= 600 && Guard.CodePointCount(value.singleSignOn.issuer) <= 300)) &&
      External[21].test(value.singleSignOn.issuer) &&
      typeof value.singleSignOn.clientId === 'string' &&
      (value.singleSignOn.clientId.length >= 2 ||
        (value.singleSignOn.clientId.length >= 1 && Guard.CodePointCount(value.singleSignOn.clientId) >= 1)) &&
      (value.singleSignOn.clientId.length <= 200 ||
        (value.singleSignOn.clientId.length <= 400 && Guard.CodePointCount(value.singleSignOn.clientId) <= 200)) &&
      typeof value.singleSignOn.name === 'string' &&
      (value.singleSignOn.name.length >= 2 ||
        (value.singleSignOn.name.length >= 1 && Guard.CodePointCount(value.singleSignOn.name) >= 1)) &&
      (value.singleSignOn.name.length <= 40 ||
        (value.singleSignOn.name.length <= 80 && Guard.CodePointCount(value.singleSignOn.name) <= 40)) &&
      Array.isArray(value.singleSignOn.domains) &&
      value.singleSignOn.domains.every(
        (unique_24, index) => typeof unique_24 === 'string' && External[22].test(unique_24),
      ) &&
      value.singleSignOn.domains.length >= 1 &&
      new Set(value.singleSignOn.domains.map(Hashing.Hash)).size === value.singleSignOn.domains.length &&
      typeof value.singleSignOn.claims === 'object' &&
      value.singleSignOn.claims !== null &&
      !Array.isArray(value.singleSignOn.claims) &&
      'roles' in value.singleSignOn.claims &&
      Object.getOwnPropertyNames(value.singleSignOn.claims).every(
        (unique_25, unique_26) => External[23].test(unique_25) || false,
      ) &&
      typeof value.singleSignOn.claims.roles === 'object' &&
      value.singleSignOn.claims.roles !== null &&
      !Array.isArray(value.singleSignOn.claims.roles) &&
      'claim' in value.singleSignOn.claims.roles &&
      'map' in value.singleSignOn.claims.roles &&
      Object.getOwnPropertyNames(value.singleSignOn.claims.roles).length === 2 &&
      typeof value.singleSignOn.claims.roles.claim === 'string' &&
      (value.singleSignOn.claims.roles.claim.length >= 2 ||
        (value.singleSignOn.claims.roles.claim.length >= 1 &&
          Guard.CodePointCount(value.singleSignOn.claims.roles.claim) >= 1)) &&
      (value.singleSignOn.claims.roles.claim.length <= 200 ||
        (value.singleSignOn.claims.roles.claim.length <= 400 &&
          Guard.CodePointCount(value.singleSignOn.claims.roles.claim) <= 200)) &&
      typeof value.singleSignOn.claims.roles.map === 'object' &&
      value.singleSignOn.claims.roles.map !== null &&
      !Array.isArray(value.singleSignOn.claims.roles.map) &&
      Object.entries(value.singleSignOn.claims.roles.map).every(
        ([unique_27, unique_28], _) =>
          !External[24].test(unique_27) ||
          unique_28 === 'interpreter' ||
          unique_28 === 'manager' ||
          unique_28 === 'owner',
      ) &&
      Object.getOwnPropertyNames(value.singleSignOn.claims.roles.map).length >= 1 &&
      (value.singleSignOn.claims.departments === undefined ||
        !('departments' in value.singleSignOn.claims) ||
        (typeof value.singleSignOn.claims.departments === 'object' &&
          value.singleSignOn.claims.departments !== null &&
          !Array.isArray(value.singleSignOn.claims.departments) &&
          'claim' in value.singleSignOn.claims.departments &&
          'map' in value.singleSignOn.claims.departments &&
          Object.getOwnPropertyNames(value.singleSignOn.claims.departments).length === 2 &&
          typeof value.singleSignOn.claims.departments.claim === 'string' &&
          (value.singleSignOn.claims.departments.claim.length >= 2 ||
            (value.singleSignOn.claims.departments.claim.length >= 1 &&
              Guard.CodePointCount(value.singleSignOn.claims.departments.claim) >= 1)) &&
          (value.singleSignOn.claims.departments.claim.length <= 200 ||
            (value.singleSignOn.claims.departments.claim.length <= 400 &&
              Guard.CodePointCount(value.singleSignOn.claims.departments.claim) <= 200)) &&
          typeof value.singleSignOn.claims.departments.map === 'object' &&
          value.singleSignOn.claims.departments.map !== null &&
          !Array.isArray(value.singleSignOn.claims.departments.map) &&
          Object.entries(value.singleSignOn.claims.departments.map).every(
            ([unique_29, unique_30], _) =>
              !External[25].test(unique_29) ||
              (typeof unique_30 === 'string' &&
                (unique_30.length >= 2 || (unique_30.length >= 1 && Guard.CodePointCount(unique_30) >= 1)) &&
                (unique_30.length <= 100 || (unique_30.length <= 200 && Guard.CodePointCount(unique_30) <= 100))),
          ) &&
          Object.getOwnPropertyNames(value.singleSignOn.claims.departments.map).length >= 1)) &&
      (value.singleSignOn.scopes === undefined ||
        !('scopes' in value.singleSignOn) ||
        (Array.isArray(value.singleSignOn.scopes) &&
          value.singleSignOn.scopes.every(
            (unique_31, index) => typeof unique_31 === 'string' && External[26].test(unique_31),
          ) &&
          new Set(value.singleSignOn.scopes.map(Hashing.Hash)).size === value.singleSignOn.scopes.length)) &&
      (value.singleSignOn.required === undefined ||
        !('required' in value.singleSignOn) ||
        typeof value.singleSignOn.required === 'boolean') &&
      (value.singleSignOn.isFirst === undefined ||
        !('isFirst' in value.singleSignOn) ||
        typeof value.singleSignOn.isFirst === 'boolean') &&
      (value.singleSignOn.secondFactor === undefined ||
        !('secondFactor' in value.singleSignOn) ||
        value.singleSignOn.secondFactor === 'provider' ||
        value.singleSignOn.secondFactor === 'signboard')) ||
    value.singleSignOn === null) &&
  (value.webPush === undefined || !('webPush' in value) || typeof value.webPush === 'boolean') &&
  (value.phoneCountry === undefined ||
    !('phoneCountry' in value) ||
    (typeof value.phoneCountry === 'string' && External[27].test(value.phoneCountry)) ||
    value.phoneCountry === null) &&
  (value.support === undefined ||
    !('support' in value) ||
    (typeof value.support === 'object' &&
      value.support !== null &&
      !Array.isArray(value.support) &&
      Object.getOwnPropertyNames(value.support).every(
        (unique_32, unique_33) => External[28].test(unique_32) || false,
      ) &&
      (value.support.email === undefined ||
        !('email' in value.support) ||
        (typeof value.support.email === 'string' && External[29].test(value.support.email))) &&
      (value.support.phone === undefined ||
        !('phone' in value.support) ||
        (typeof value.support.phone === 'string' && External[30].test(value.support.phone)) ||
        value.support.phone === null) &&
      (value.support.url === undefined ||
        !('url' in value.support) ||
        (typeof value.support.url === 'string' && External[31].test(value.support.url)) ||
        value.support.url === null))) &&
  (value.securityContact === undefined ||
    !('securityContact' in value) ||
    (typeof value.securityContact === 'string' &&
      (value.securityContact.length <= 200 ||
        (value.securityContact.length <= 400 && Guard.CodePointCount(value.securityContact) <= 200)) &&
      External[32].test(value.securityContact))) &&
  (!(typeof value === 'object' && value !== null && !Array.isArray(value)) || 'extends' in value
    ? true
    : !(typeof value === 'object' && value !== null && !Array.isArray(value)) ||
      ('id' in value &&
        'brand' in value &&
        'country' in value &&
        'stage' in value &&
        'timeZone' in value &&
        'version' in value &&
        'languages' in value &&
        'palette' in value &&
        'progress' in value &&
        'flags' in value &&
        'phoneCountry' in value &&
        'support' in value &&
        (!(typeof value.palette === 'object' && value.palette !== null && !Array.isArray(value.palette)) ||
          ('accent' in value.palette && 'highlight' in value.palette)) &&
        (!(typeof value.flags === 'object' && value.flags !== null && !Array.isArray(value.flags)) ||
          ('twoFactor' in value.flags &&
            'nationalId' in value.flags &&
            'registration' in value.flags &&
            'demoAuth' in value.flags &&
            'online' in value.flags &&
            'live' in value.flags &&
            'relay' in value.flags &&
            'transcription' in value.flags &&
            'recordings' in value.flags &&
            'reservations' in value.flags &&
            'emergencySchedules' in value.flags &&
            'absences' in value.flags &&
            'queues' in value.flags &&
            'departments' in value.flags &&
            'videos' in value.flags &&
            'sliders' in value.flags &&
            'feedback' in value.flags)) &&
        (!(typeof value.support === 'object' && value.support !== null && !Array.isArray(value.support)) ||
          ('email' in value.support && 'phone' in value.support && 'url' in value.support))));

/** Whether a value has the shape of `manifest.schema.json`. */
export const hasShape = (value) => check_0(value);
